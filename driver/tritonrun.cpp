//===- tritonrun.cpp - launches compiled kernels --------------------------===//
//
// Parse the command line, run the session, print what went wrong, return its exit code. Of the environment only the
// user's folder for caches is read.
//
//===----------------------------------------------------------------------===//
#include "driver/tritonrun/CrashMessage.h"
#include "driver/tritonrun/Session.h"
#include <cstdlib>

using namespace tritonc;
using namespace tritonc::run;

/// The XDG base directory specification's rule.
static std::string cacheHome() {
  const char *cache = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
  if (cache && cache[0] == '/')
    return cache;
  return home && *home ? std::string(home) + "/.cache" : "";
}

static Status runTool(int argc, char **argv) {
  Options options;
  options.cacheHome = cacheHome();
  TRITONC_TRY(parseCommandLine(argc, argv, options));
  if (options.help) {
    llvm::outs() << helpText();
    return {};
  }
  if (options.version) {
    llvm::outs() << "tritonrun " TRITONC_VERSION "\n";
    return {};
  }
  return runSession(std::move(options), llvm::outs(), llvm::errs());
}

int main(int argc, char **argv) {
  installCrashMessage();
  Status status;
  try {
    status = runTool(argc, argv);
  } catch (const std::bad_alloc &) {
    status = Status::bad("out of memory");
  } catch (const std::exception &error) {
    status = Status(Outcome::Internal, std::string("internal error: ") + error.what())
                 .withHint("this is a bug in tritonrun; please report it with the command line and the files");
  }
  llvm::outs().flush();
  printStatus(status, llvm::errs());
  return static_cast<int>(status.kind());
}
