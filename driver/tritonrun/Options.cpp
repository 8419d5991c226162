#include "driver/tritonrun/Options.h"
#include "runtime/data/Expression.h"
#include <CLI/CLI.hpp>

namespace tritonc::run {

const std::vector<OptionRow> &optionTable() {
  static const std::vector<OptionRow> table = {
      {"--kernel", "NAME", "which kernel of the file; default: the only one", &Options::kernel},
      {"--variant", "N,...|NAME=V,...|all",
       "which variant: numbers, or constexprs and meta-parameters that it must have; several are run one after the "
       "other; default: what a tuning record says, else the first that accepts the arguments",
       &Options::variant},
      {"--grid", "X[,Y[,Z]]", "programs to launch: integer expressions; default: the manifest's grid", &Options::grid},
      {"--arg", "NAME=SPEC",
       "an argument: a scalar expression, none, @FILE.npy, or DTYPE[dims]{strides}:FILL where FILL is zeros, ones, "
       "randn, "
       "rand, arange, full(x), randint(a,b), poison or @FILE.npy",
       &Options::args},
      {"--let", "NAME=EXPR[,NAME=EXPR...]", "sizes by name, for use in all expressions", &Options::lets},
      {"--sweep", "NAME=A,B,...", "one run for each value; several sweeps give all combinations", &Options::sweeps},
      {"--device", "DEVICE",
       "auto, cpu, cuda, cuda:N, hip or hip:N; default: a GPU that the file has code for, else cpu", &Options::device},
      {"--seed", "N", "seed of the random fills; default: 0", &Options::seed},
      {"--threads", "N", "threads for the cpu device; default: one for each processor", &Options::threads},
      {"--poison", nullptr, "fill tensors given as zeros with NaN (integers: 0x5a bytes), to see what is not written",
       &Options::poison},
      {"--save", "NAME=FILE.npy", "write a tensor after the run", &Options::saves},
      {"--print", "NAME[a:b,...]", "print a tensor or a slice of it after the run", &Options::prints},
      {"--expect", "NAME=@REF.npy", "compare a tensor after the run with a file, or with a tensor SPEC",
       &Options::expects},
      {"--rtol", "X", "relative tolerance of comparisons; default: by element type", &Options::rtol},
      {"--atol", "X", "absolute tolerance of comparisons; default: by element type", &Options::atol},
      {"--check-against", "WHERE",
       "run the same inputs elsewhere and compare all tensors: a device, variant:N, or another image file",
       &Options::checkAgainst},
      {"--bench", nullptr, "time the kernel, with flushed caches (cold) and back to back (hot)", &Options::bench},
      {"--samples", "N", "timings to take for each figure; default: as many as fit 0.3 s, 10 to 200",
       &Options::samples},
      {"--tune", nullptr, "time every variant on these arguments, record the timings, and go on with the fastest",
       &Options::tune},
      {"--tuning", "FILE", "the file of tuning records; default: tritonc/tuning.toml in XDG_CACHE_HOME (~/.cache)",
       &Options::tuning},
      {"--no-tuning", nullptr, "do not look at tuning records", &Options::noTuning},
      {"--shard", "I/N", "with --tune: time the I-th of N parts of the variants and record that", &Options::shard},
      {"--merge", "FILE", "join this file of tuning records into the one of --tuning, and do nothing else",
       &Options::merges},
      {"--bytes", "EXPR", "bytes that one launch moves, for GB/s", &Options::bytes},
      {"--flops", "EXPR", "operations of one launch, for TFLOP/s", &Options::flops},
      {"--report", "[=FORMAT]", "print registers, spills, shared memory, threads and occupancy; text, json or csv",
       &Options::report},
      {"--json", "[=FILE]", "print results as JSON instead of text, or write them to a file", &Options::json},
      {"--csv", "[=FILE]", "print timings as CSV instead of text, or write them to a file", &Options::csv},
      {"--list", nullptr, "list the images of the file and their parameters, and do nothing else", &Options::list},
      {"--version", nullptr, "print the version", &Options::version},
      {"--help", nullptr, "print this help", &Options::help},
  };
  return table;
}

namespace {

void declare(CLI::App &app, const OptionRow &row, Options &options) {
  std::visit(
      [&](auto field) {
        using Type = std::decay_t<decltype(options.*field)>;
        if constexpr (std::is_same_v<Type, bool>) {
          app.add_flag(row.name, options.*field);
        } else if constexpr (std::is_same_v<Type, std::optional<std::string>>) {
          // A flag with an optional value: `--json` or `--json=FILE`, never `--json FILE`.
          app.add_flag_function(std::string(row.name) + "{}", [](int64_t) {})->expected(0, 1);
        } else if constexpr (std::is_same_v<Type, std::string>) {
          app.add_option(row.name, options.*field)->expected(1);
        } else {
          app.add_option(row.name, options.*field)->expected(1)->take_all()->allow_extra_args(false);
        }
      },
      row.field);
}

std::vector<std::string> optionNames() {
  std::vector<std::string> names;
  for (const OptionRow &row : optionTable())
    names.push_back(row.name);
  return names;
}

/// Takes the flags with an optional value out, which CLI11 would confuse with counting flags.
std::vector<std::string> takeOptionalValues(int argc, const char *const *argv, Options &options) {
  std::vector<std::string> rest;
  for (int i = 1; i < argc; ++i) {
    std::string arg = argv[i], name = arg.substr(0, arg.find('='));
    bool taken = false;
    for (const OptionRow &row : optionTable()) {
      auto *field = std::get_if<std::optional<std::string> Options::*>(&row.field);
      if (!field || name != row.name)
        continue;
      options.*(*field) = name.size() == arg.size() ? std::string() : arg.substr(name.size() + 1);
      taken = true;
    }
    if (!taken)
      rest.push_back(arg);
  }
  return rest;
}

Status unknownOption(const std::string &arg) {
  std::string name = arg.substr(0, arg.find('='));
  return Status::bad("unknown option '", name, "'").withHint(didYouMean(name, optionNames()));
}

Status checkPositionals(const std::vector<std::string> &extras, Options &options) {
  for (const std::string &extra : extras) {
    if (extra.size() > 1 && extra[0] == '-')
      return unknownOption(extra);
    if (!options.image.empty())
      return Status::bad("unexpected argument '", extra, "': the file is '", options.image, "' already");
    options.image = extra;
  }
  return {};
}

} // namespace

Status parseCommandLine(int argc, const char *const *argv, Options &options) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  for (const OptionRow &row : optionTable())
    if (!std::holds_alternative<std::optional<std::string> Options::*>(row.field))
      declare(app, row, options);
  std::vector<std::string> args = takeOptionalValues(argc, argv, options);
  // CLI11 would take the next argument for the value of `--grid=`.
  for (const std::string &arg : args)
    if (const std::vector<std::string> known = optionNames(); arg.size() > 1 && arg.back() == '=')
      if (std::find(known.begin(), known.end(), arg.substr(0, arg.size() - 1)) != known.end())
        return Status::bad("option '", arg.substr(0, arg.size() - 1), "' needs a value");
  std::reverse(args.begin(), args.end()); // CLI11 takes them from the back
  try {
    app.parse(args);
  } catch (const CLI::ArgumentMismatch &error) {
    std::string text = error.what(), name = text.substr(0, text.find_first_of(": "));
    if (text.find("At most") != std::string::npos)
      return Status::bad("option '", name, "' is given twice");
    return Status::bad("option '", name, "' needs a value");
  } catch (const CLI::ParseError &error) {
    return Status::bad(error.what());
  }
  return checkPositionals(app.remaining(), options);
}

std::string helpText() {
  std::string text = "usage: tritonrun FILE [options]\n\n"
                     "Launches a compiled Triton kernel, checks it, times it, and reports what it uses.\n"
                     "FILE is a .tkb, .ptx, .cubin, .hsaco or .so, a launch file (.toml), or Triton's NAME.json.\n\n"
                     "options:\n";
  for (const OptionRow &row : optionTable()) {
    std::string head = concat("  ", row.name);
    if (row.metavar)
      head += row.metavar[0] == '[' && row.metavar[1] == '=' ? row.metavar : concat("=", row.metavar);
    text += head + '\n';
    // Wrapped at 88 columns, indented by 6.
    std::string line = "     ";
    std::istringstream words(row.help);
    for (std::string word; words >> word;) {
      if (line.size() + 1 + word.size() > 88) {
        text += line + '\n';
        line = "     ";
      }
      line += " " + word;
    }
    text += line + '\n';
  }
  return text + "\nexit status: 0 done; 1 the kernel, a check or a comparison failed; 2 wrong usage or input;\n"
                "3 a device or library is missing; 70 a bug in tritonrun\n";
}

Status splitAssignment(const std::string &text, const char *option, std::string &name, std::string &value) {
  size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    return Status::bad(option, " '", text, "' is not of the form NAME=VALUE");
  name = trimmed(std::string_view(text).substr(0, equals));
  value = trimmed(std::string_view(text).substr(equals + 1));
  bool good = !name.empty();
  for (char c : name)
    good &= std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  return good ? Status() : Status::bad(option, " '", text, "': '", name, "' is not a name");
}

} // namespace tritonc::run
