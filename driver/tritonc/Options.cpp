//===- Options.cpp - tritonc's option table -------------------------------===//
//
// CLI11 knows no options of several letters behind one dash (-MD, -Wall, -###), which compilers have had for decades.
// They are rewritten to long ones first; nothing else looks at raw arguments.
//
//===----------------------------------------------------------------------===//
#include "driver/tritonc/Options.h"
#include "backend/Target.h"
#include "driver/common/ExitCode.h"
#include "driver/common/Version.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Process.h"
#include <CLI/CLI.hpp>
#include <iostream>

using namespace llvm;

namespace tritonc {
namespace {

std::string env(const char *name) { return sys::Process::GetEnv(name).value_or(""); }

/// Options of several letters behind one dash, and what they are called inside.
std::vector<std::string> rewriteShortWords(int argc, char **argv) {
  static const std::pair<StringRef, const char *> words[] = {{"-MD", "--write-deps"},
                                                             {"-MF", "--deps-file"},
                                                             {"-MT", "--deps-target"},
                                                             {"-MP", "--deps-phony"},
                                                             {"-###", "--show-commands"}};
  std::vector<std::string> args;
  for (int i = 1; i < argc; ++i) {
    StringRef arg = argv[i];
    auto word = llvm::find_if(words, [&](auto &entry) { return entry.first == arg; });
    if (word != std::end(words))
      args.push_back(word->second);
    else if (arg.starts_with("-W") && arg.size() > 2)
      args.push_back("--warning=" + arg.drop_front(2).str());
    else if (arg.consume_front("-fsanitize="))
      args.push_back("--sanitize=" + arg.str());
    else if (arg.starts_with("-MF") && arg.size() > 3)
      args.push_back("--deps-file=" + arg.drop_front(3).str());
    else if (arg.starts_with("-MT") && arg.size() > 3)
      args.push_back("--deps-target=" + arg.drop_front(3).str());
    else
      args.push_back(arg.str());
  }
  return args;
}

void declareInputs(CLI::App &app, TritoncOptions &o) {
  app.add_option("input", o.inputs, "Triton source (.py) or block IR (.ttir, .mlir)")->type_name("FILE");
  app.add_option(
         "-o", o.output,
         "output; the suffix picks the kind unless --emit does: .ttir .ttgir .ll .ptx .cubin .s .hsaco .so .o .h .tkb; "
         "- is standard output")
      ->type_name("FILE");
  app.add_option("--spec", o.spec, "compile every kernel that a TOML file lists; see tritonc(1)")->type_name("FILE");
  app.add_option("--emit", o.emit, "ast ttir ttgir llvm ptx cubin amdgcn hsaco so obj header bundle")
      ->type_name("KIND");
  app.add_option("--kernel", o.kernel, "which @triton.jit function; default: the only one that no other kernel calls")
      ->type_name("NAME");
  app.add_option("--signature", o.signature,
                 "types by position or name: '*fp32:16, n=i32, BLOCK=1024' (:16 divisible by 16, :1 equals 1)")
      ->type_name("SIG");
  app.add_option("-D,--define", o.defines, "a constexpr value; NAME=64,128 makes one variant for each")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--target", o.targets, "sm_90a, gfx942, cpu, ... or several; default: this machine's GPU, else cpu")
      ->type_name("T[,T]")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("-I,--include", o.includeDirs, "folder where imported helpers are looked for")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void declareVariants(CLI::App &app, TritoncOptions &o) {
  auto list = [&](const char *name, std::vector<int> &values, const char *help) {
    app.add_option(name, values, help)->type_name("N[,N]")->delimiter(',')->allow_extra_args(false)->group("Variants");
  };
  list("--num-warps", o.numWarps, "warps (waves) per program, a power of two up to 32 [4]");
  list("--num-stages", o.numStages, "loads in flight in pipelined loops [3, or fewer if they do not fit]");
  list("--num-ctas", o.numCtas, "CTAs in a cluster [1]");
  list("--maxnreg", o.maxRegisters, "most registers per thread (NVIDIA)");
  list("--waves-per-eu", o.wavesPerEu, "waves per SIMD to aim for (AMD)");
  list("--matrix-instr-nonkdim", o.matrixInstrNonKDim, "4, 16 or 32: form of the matrix instruction; 0: any (AMD)");
  list("--kpack", o.kpack, "matrix instructions fed by one LDS access (AMD)");
  app.add_flag("--autotune", o.autotune, "take variants from the kernel's @triton.autotune list")->group("Variants");
  app.add_flag("--no-autotune", o.noAutotune, "ignore the kernel's @triton.autotune list")->group("Variants");
  app.add_option("-j,--jobs", o.jobs, "compiles at a time [number of cores]")
      ->type_name("N")
      ->check(CLI::Range(1, 1024))
      ->group("Variants");
  app.add_option("--cache-dir", o.cacheDir, "keep compiled images in this folder and take them from there [no cache]")
      ->type_name("DIR")
      ->group("Variants");
  app.add_flag("--no-cache", o.noCache, "use no compile cache, whatever TRITONC_CACHE_DIR says")->group("Variants");
}

void declareInspection(CLI::App &app, TritoncOptions &o) {
  const char *group = "Looking inside";
  app.add_option("--report", o.report, "registers, spills, stack, shared bytes, occupancy: text, json or csv")
      ->type_name("FORMAT")
      ->expected(0, 1)
      ->default_str("text")
      ->group(group);
  app.add_option("--dump-stages", o.dumpStages, "write what each phase gave into numbered files")
      ->type_name("DIR")
      ->group(group);
  app.add_option("--print-after", o.printAfter, "print the IR after a pass or phase")
      ->type_name("PASS")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group);
  app.add_flag("--print-after-all", o.printAfterAll, "print the IR after every pass")->group(group);
  app.add_option(
         "--stop-after", o.stopAfter,
         "stop after a phase (frontend block layout pipeline lower translate optimize codegen) and print what it gave")
      ->type_name("PHASE")
      ->group(group);
  app.add_flag("--print-layouts", o.printLayouts, "draw the layout of every tensor type in the layout IR")
      ->group(group);
  app.add_flag("--time-report", o.timeReport, "wall time of every phase and pass")->group(group);
  app.add_flag("--show-commands,-#", o.showCommands, "-###: show what would be compiled and run, do nothing")
      ->group(group);
  app.add_flag("--save-temps", o.saveTemps, "keep IR, LLVM IR and assembly beside the output")->group(group);
}

void declareCodegen(CLI::App &app, TritoncOptions &o) {
  const char *group = "Code generation";
  app.add_option("-O", o.optLevel, "optimisation level [3]")->type_name("LEVEL")->check(CLI::Range(0, 3))->group(group);
  app.add_flag("-g", o.debugInfo, "debug information that points into the source")->group(group);
  app.add_flag("--lineinfo", o.lineInfo, "line tables only")->group(group);
  app.add_flag("--device-asserts", o.deviceAsserts, "keep tl.device_assert on GPUs; the CPU always checks it")
      ->group(group);
  app.add_flag("--no-cubin", o.noCubin, "put only PTX into bundles, even where ptxas is found")->group(group);
  app.add_option("--sanitize", o.sanitize, "-fsanitize=KIND: check at run time, on the CPU: bounds, race, nan, uninit")
      ->type_name("KIND[,KIND]")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"bounds", "race", "nan", "uninit"}))
      ->group(group);
  app.add_option("--cpu", o.cpuName,
                 "host processor to compile for: a name as in clang's -march, or native [x86-64-v3]")
      ->type_name("NAME")
      ->group(group);
  app.add_option("--ptxas", o.tools.ptxas, "path of NVIDIA's assembler")->type_name("FILE")->group(group);
  app.add_option("--lld", o.tools.lld, "path of an ld.lld to run instead of the linker that is built in")
      ->type_name("FILE")
      ->group(group);
}

void declareDiagnostics(CLI::App &app, TritoncOptions &o) {
  const char *group = "Diagnostics and dependencies";
  app.add_option("--warning", o.warnings, "-Wall, -WNAME, -Wno-NAME, -Werror[=NAME]: choose warnings")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->group(group);
  app.add_flag("--write-deps", o.writeDeps, "-MD: write a make depfile beside the output")->group(group);
  app.add_option("--deps-file", o.depsFile, "-MF FILE: name of the depfile")->type_name("FILE")->group(group);
  app.add_option("--deps-target", o.depsTarget, "-MT NAME: target of the rule in the depfile")
      ->type_name("NAME")
      ->group(group);
  app.add_flag("--deps-phony", o.phonyDeps, "-MP: a phony rule for every dependency")->group(group);
}

int print(const std::string &text) {
  std::cout << text << std::flush;
  if (std::cout)
    return kDone;
  std::cerr << "tritonc: error: cannot write to standard output\n";
  return kBadInput;
}

/// CLI11 counts values; people think of options.
std::string reworded(const CLI::Error &error) {
  std::string what = error.what();
  StringRef text = what;
  auto [option, rest] = text.split(": ");
  if (rest.contains("At Most 1 required"))
    return option.str() + " is given more than once";
  if (rest.contains("required") && rest.contains("missing"))
    return option.str() + " needs a value";
  if (text.consume_front("Could not convert: ")) {
    auto [name, value] = text.split(" = ");
    return name.str() + ": '" + value.str() + "' is not a value that it takes";
  }
  if (text.consume_front("The following argument was not expected: "))
    return "unknown option '" + text.str() + "'";
  return what;
}

/// An option with nothing after its `=`. CLI11 would take the next word for the value.
std::string emptyOption(const std::vector<std::string> &args) {
  for (const std::string &arg : args)
    if (StringRef(arg).starts_with("--") && StringRef(arg).ends_with("=") && StringRef(arg).count('=') == 1)
      return StringRef(arg).drop_back().str();
  for (size_t i = 1; i < args.size(); ++i)
    if (args[i].empty() && StringRef(args[i - 1]).starts_with("-"))
      return args[i - 1];
  return "";
}

/// CLI11's complaint, reworded like every other diagnostic.
int usageError(const CLI::Error &error, CLI::App &app, const std::vector<std::string> &args) {
  std::string message = reworded(error);
  if (!message.empty())
    message[0] = static_cast<char>(tolower(message[0]));
  if (!message.empty() && message.back() == '.')
    message.pop_back();
  std::cerr << "tritonc: error: " << message << "\n";
  for (const std::string &arg : args) {
    StringRef name = StringRef(arg).split('=').first;
    if (!name.starts_with("--") || app.get_option_no_throw(name.str()))
      continue;
    std::string nearest;
    unsigned best = 4;
    for (const CLI::Option *option : app.get_options())
      for (const std::string &candidate : option->get_lnames()) {
        unsigned distance = name.drop_front(2).edit_distance(candidate, true, best);
        if (distance < best)
          best = distance, nearest = candidate;
      }
    if (!nearest.empty())
      std::cerr << "hint: did you mean '--" << nearest << "'?\n";
  }
  return kBadInput;
}

} // namespace

std::string versionText() {
  std::string text = "tritonc " TRITONC_VERSION "\nLLVM " LLVM_VERSION_STRING "\ntargets:";
  for (const Target &target : allTargets())
    text += " " + target.name;
  return text + "\n";
}

ProcessEnvironment readEnvironment() {
  ProcessEnvironment environment;
  environment.path = env("TRITONC_PATH");
  environment.cacheDir = env("TRITONC_CACHE_DIR");
  environment.tools.ptxas = env("TRITONC_PTXAS");
  environment.tools.lld = env("TRITONC_LLD");
  environment.tools.cudaDir = env("CUDA_HOME").empty() ? env("CUDA_PATH") : env("CUDA_HOME");
  return environment;
}

std::optional<int> parseTritoncOptions(int argc, char **argv, const ProcessEnvironment &environment,
                                       TritoncOptions &options) {
  CLI::App app("Compiles Triton kernels ahead of time to PTX, cubin, AMDGCN, hsaco, host code or a kernel bundle.",
               "tritonc");
  options.tools = environment.tools;
  declareInputs(app, options);
  declareVariants(app, options);
  declareCodegen(app, options);
  declareInspection(app, options);
  declareDiagnostics(app, options);
  app.set_version_flag("--version", [] { return versionText(); });
  app.get_formatter()->column_width(34);
  std::vector<std::string> args = rewriteShortWords(argc, argv);
  // A kernel without run-time parameters has an empty signature, which is the same as none.
  erase_if(args, [](const std::string &arg) { return arg == "--signature="; });
  if (std::string option = emptyOption(args); !option.empty()) {
    std::cerr << "tritonc: error: " << option << " needs a value\n";
    return kBadInput;
  }
  try {
    std::vector<std::string> reversed(args.rbegin(), args.rend());
    app.parse(reversed);
  } catch (const CLI::CallForHelp &) {
    return print(app.help());
  } catch (const CLI::CallForVersion &version) {
    return print(version.what());
  } catch (const CLI::Error &error) {
    return usageError(error, app, args);
  }
  options.cacheFromOption = !options.cacheDir.empty();
  if (options.cacheDir.empty() && !options.noCache)
    options.cacheDir = environment.cacheDir;
  // Each of these only makes sense with a depfile.
  options.writeDeps |= options.phonyDeps || !options.depsFile.empty() || !options.depsTarget.empty();
  if (app.get_option("--report")->count() && options.report.empty())
    options.report = "text";
  SmallVector<StringRef> folders;
  StringRef(environment.path).split(folders, ':', -1, /*KeepEmpty=*/false);
  for (StringRef folder : folders)
    options.includeDirs.push_back(folder.str());
  options.color = sys::Process::StandardErrHasColors();
  return std::nullopt;
}

} // namespace tritonc
