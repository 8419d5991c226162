//===- tritonc.cpp - the compiler's main ----------------------------------===//
#include "driver/common/CrashHandler.h"
#include "driver/common/ExitCode.h"
#include "driver/tritonc/Driver.h"
#include "driver/tritonc/Options.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"
#include <cstdlib>
#include <malloc.h>

int main(int argc, char **argv) {
  tritonc::installCrashHandler(argc, argv);
  tritonc::TritoncOptions options;
  if (auto code = tritonc::parseTritoncOptions(argc, argv, tritonc::readEnvironment(), options))
    return *code;
  // Only bundles and headers hold several variants, which are compiled side by side. A single compile is a tenth faster
  // in the main arena: the others grow by a system call each time.
  llvm::StringRef output = options.output;
  if (options.spec.empty() && !output.ends_with(".tkb") && !output.ends_with(".h"))
    mallopt(M_ARENA_MAX, 1);
  int code = tritonc::kInternal;
  llvm::thread(std::optional(tritonc::kCompileStack), [&] {
    tritonc::useCrashStack();
    code = tritonc::runTritonc(options, llvm::outs(), llvm::errs());
  }).join();
  llvm::outs().flush();
  llvm::errs().flush();
  if (llvm::outs().has_error()) {
    llvm::errs() << "tritonc: error: cannot write to standard output: " << llvm::outs().error().message() << "\n";
    code = code == tritonc::kDone ? tritonc::kBadInput : code;
  }
  // Tearing down contexts takes as long as some compiles; the system frees memory faster.
  _Exit(code);
}
