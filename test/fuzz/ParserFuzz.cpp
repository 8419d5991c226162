//===- ParserFuzz.cpp - mutated inputs for the parser ---------------------===//
//
//   parser_fuzz [--seconds N] [--runs N] [--seed S] [files to mutate...]
//
// Prints each input that breaks a promise or takes long, escaped, with the seed of its run; the exit code says whether
// there was one. Before a run its input is written to --save FILE, if given, so that it survives a crash. Build with
// -DTRITONC_SANITIZE=ON for it to be of use.
//
//===----------------------------------------------------------------------===//
#include "Mutator.h"
#include "ParserCheck.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <vector>

using namespace tritonc::fuzz;

namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  unsigned seconds = 10;
  uint64_t runs = UINT64_MAX;
  uint64_t seed = 1;
  std::string save;
  std::vector<std::string> seeds;
};

bool parseOptions(int argc, char **argv, Options &options) {
  for (llvm::StringLiteral seed : grammarSeeds())
    options.seeds.push_back(seed.str());
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef arg = argv[i];
    if (arg.starts_with("--") && i + 1 < argc) {
      llvm::StringRef value = argv[++i];
      const bool bad = arg == "--seconds" ? value.getAsInteger(10, options.seconds)
                       : arg == "--runs"  ? value.getAsInteger(10, options.runs)
                       : arg == "--seed"  ? value.getAsInteger(10, options.seed)
                                          : arg != "--save";
      if (bad)
        return false;
      if (arg == "--save")
        options.save = value.str();
      continue;
    }
    auto buffer = llvm::MemoryBuffer::getFile(arg);
    if (!buffer)
      return false;
    options.seeds.push_back((*buffer)->getBuffer().str());
  }
  return true;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  if (!parseOptions(argc, argv, options)) {
    llvm::errs() << "usage: parser_fuzz [--seconds N] [--runs N] [--seed S] [--save FILE] [files...]\n";
    return 2;
  }
  const auto end = Clock::now() + std::chrono::seconds(options.seconds);
  uint64_t run = 0, bad = 0;
  double slowest = 0;
  for (; run < options.runs && Clock::now() < end; ++run) {
    Mutator mutator(options.seed * 1000003 + run);
    const std::string &seed = options.seeds[mutator.below(options.seeds.size())];
    const std::string &other = options.seeds[mutator.below(options.seeds.size())];
    const std::string input = mutator.mutate(seed, other);
    if (!options.save.empty()) {
      std::error_code error;
      llvm::raw_fd_ostream(options.save, error) << input;
    }
    const auto start = Clock::now();
    std::string problem = checkParser(input);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    slowest = std::max(slowest, seconds);
    // Linear time: a megabyte takes well under a second even with sanitizers.
    if (problem.empty() && seconds > 2 + static_cast<double>(input.size()) / 100e3)
      problem = "too slow: " + std::to_string(seconds) + " s";
    if (problem.empty())
      continue;
    ++bad;
    llvm::outs() << "run " << run << ": " << problem << "\n";
    llvm::printEscapedString(input, llvm::outs());
    llvm::outs() << "\n";
  }
  llvm::outs() << run << " runs, " << bad << " bad, slowest " << static_cast<unsigned>(slowest * 1e3) << " ms\n";
  return bad != 0;
}
