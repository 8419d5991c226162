//===- Options.h - tritonc's command line as plain data -------------------===//
#pragma once

#include "backend/toolchain/Tool.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tritonc {

/// What the user asked for. Values that make variants are lists; an empty list means "the default".
struct TritoncOptions {
  std::vector<std::string> inputs;
  std::string spec; ///< a file that lists kernels, in place of an input
  std::string output;
  std::string emit;
  std::string kernel;
  std::string signature;
  std::vector<std::string> defines; ///< NAME=VALUE[,VALUE...]
  std::vector<std::string> targets;
  std::vector<int> numWarps, numStages, numCtas, maxRegisters, wavesPerEu, matrixInstrNonKDim, kpack;
  bool autotune = false, noAutotune = false;
  int jobs = 0;
  std::string cacheDir;         ///< empty: no compile cache
  bool cacheFromOption = false; ///< and not from the environment
  bool noCache = false;
  std::vector<std::string> includeDirs;

  bool writeDeps = false, phonyDeps = false;
  std::string depsFile, depsTarget;

  std::string report; ///< empty: none; else text, json or csv
  int optLevel = 3;
  bool debugInfo = false;
  std::vector<std::string> sanitize;
  bool lineInfo = false;

  std::string dumpStages, stopAfter;
  std::vector<std::string> printAfter;
  bool printAfterAll = false;
  bool timeReport = false;
  bool printLayouts = false;
  bool showCommands = false; ///< -###
  bool saveTemps = false;
  std::string tempsBase; ///< files of --save-temps without their suffix; the driver derives it from the output

  std::vector<std::string> warnings; ///< text after -W, in order
  bool deviceAsserts = false;
  bool noCubin = false;
  std::string cpuName; ///< host CPU to compile for: empty is the fixed baseline, `native` this machine's
  bool color = false;

  ToolPaths tools;
};

/// ProcessEnvironment variables that are read, once, by main.
struct ProcessEnvironment {
  std::string path;     ///< TRITONC_PATH
  std::string cacheDir; ///< TRITONC_CACHE_DIR
  ToolPaths tools;
};
ProcessEnvironment readEnvironment();

/// Parses the command line. Returns an exit code when the process should end now (after --help, --version or an error).
std::optional<int> parseTritoncOptions(int argc, char **argv, const ProcessEnvironment &environment,
                                       TritoncOptions &options);

/// `tritonc 0.1.0` and what it was built with.
std::string versionText();

} // namespace tritonc
