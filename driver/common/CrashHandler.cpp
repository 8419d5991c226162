//===- CrashHandler.cpp - last words of a broken process ------------------===//
//
// Only async-signal-safe calls are made in the handler: the texts are prepared beforehand. It runs on a stack of its
// own, since a stack overflow is one of the ways to get here.
//
//===----------------------------------------------------------------------===//
#include "driver/common/CrashHandler.h"
#include "driver/common/ExitCode.h"
#include "llvm/Support/ErrorHandling.h"
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace tritonc {
namespace {

std::string reproducerText;
const char reproducerPath[] = "tritonc-reproducer.sh";
std::array<const char *, 8> pendingOutputs{};
size_t pendingCount = 0;

void removePendingOutputs() {
  for (size_t i = 0; i < pendingCount; ++i)
    unlink(pendingOutputs[i]);
}

void say(const char *text) {
  ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
  (void)ignored;
}

void dieWithReproducer(const char *what) {
  removePendingOutputs();
  say("tritonc: internal error: ");
  say(what);
  say("\nthis is a bug of tritonc, not of your input; please report it");
  int file = open(reproducerPath, O_WRONLY | O_CREAT | O_TRUNC, 0755);
  if (file >= 0) {
    ssize_t ignored = write(file, reproducerText.data(), reproducerText.size());
    (void)ignored;
    close(file);
    say(" with the file ");
    say(reproducerPath);
  }
  say("\n");
  _exit(kInternal);
}

void onSignal(int signal) {
  switch (signal) {
  case SIGSEGV:
    dieWithReproducer("segmentation fault");
  case SIGABRT:
    dieWithReproducer("aborted");
  case SIGILL:
    dieWithReproducer("illegal instruction");
  case SIGFPE:
    dieWithReproducer("arithmetic exception");
  default:
    dieWithReproducer("bus error");
  }
}

/// A user who interrupts has found no bug: nothing half-written stays, and the process dies of the signal as it would
/// have.
void onInterrupt(int signal) {
  removePendingOutputs();
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void onFatalError(void *, const char *reason, bool) { dieWithReproducer(reason); }

std::string quoted(const char *word) {
  std::string result = "'";
  for (; *word; ++word)
    result += *word == '\'' ? std::string("'\\''") : std::string(1, *word);
  return result + "'";
}

} // namespace

void addPendingOutput(const char *path) {
  if (pendingCount < pendingOutputs.size())
    pendingOutputs[pendingCount++] = path;
}

void forgetPendingOutputs() { pendingCount = 0; }

void useCrashStack() {
  static thread_local char stack[64 * 1024];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof(stack);
  sigaltstack(&alternative, nullptr);
}

void installCrashHandler(int argc, char **argv) {
  reproducerText = "#!/bin/sh\n";
  for (int i = 0; i < argc; ++i)
    reproducerText += quoted(argv[i]) + (i + 1 < argc ? " " : "\n");
  useCrashStack();
  struct sigaction action{};
  action.sa_handler = onSignal;
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  for (int signal : {SIGSEGV, SIGABRT, SIGILL, SIGFPE, SIGBUS})
    sigaction(signal, &action, nullptr);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // `nohup` and background jobs ignore some of these; that stays.
    if (std::signal(signal, onInterrupt) == SIG_IGN)
      std::signal(signal, SIG_IGN);
  }
  llvm::install_fatal_error_handler(onFatalError);
  llvm::install_bad_alloc_error_handler(onFatalError);
}

} // namespace tritonc
