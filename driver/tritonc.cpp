//===- tritonc.cpp - the compiler's main ----------------------------------===//
#include "driver/common/CrashHandler.h"
#include "driver/common/ExitCode.h"
#include "driver/tritonc/Driver.h"
#include "driver/tritonc/Options.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

int main(int argc, char **argv) {
  tritonc::installCrashHandler(argc, argv);
  tritonc::TritoncOptions options;
  if (auto code = tritonc::parseTritoncOptions(argc, argv, tritonc::readEnvironment(), options))
    return *code;
  int code = tritonc::runTritonc(options, llvm::outs(), llvm::errs());
  llvm::outs().flush();
  llvm::errs().flush();
  // Tearing down contexts takes as long as some compiles; the system frees memory faster.
  _Exit(code);
}
