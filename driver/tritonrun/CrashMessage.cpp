#include "driver/tritonrun/CrashMessage.h"
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <unistd.h>

namespace tritonc::run {

// A signal handler can reach nothing but global state.
static std::atomic<const char *> runningKernel{nullptr};

static void put(const char *text) {
  if (write(STDERR_FILENO, text, std::strlen(text)) < 0)
    _exit(70);
}

static const char *reason(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "accessed memory that is not there";
  case SIGBUS:
    return "made an invalid memory access";
  case SIGFPE:
    return "divided an integer by zero";
  case SIGILL:
    return "executed an invalid instruction";
  default:
    return "aborted";
  }
}

static void onCrash(int signal, siginfo_t *info, void *) {
  const char *kernel = runningKernel.load();
  if (!kernel) {
    put("tritonrun: internal error: ");
    put(strsignal(signal));
    put("\ntritonrun: hint: this is a bug in tritonrun; please report it with the command line and the files\n");
    _exit(70);
  }
  put("tritonrun: error: kernel '");
  put(kernel);
  put("' ");
  put(reason(signal));
  if (signal == SIGSEGV || signal == SIGBUS) {
    char text[] = " at address 0x0000000000000000";
    auto address = reinterpret_cast<uintptr_t>(info->si_addr);
    for (size_t i = sizeof text - 2; address != 0; address >>= 4)
      text[i--] = "0123456789abcdef"[address & 15];
    put(text);
  }
  put("\n");
  _exit(1);
}

void installCrashMessage() {
  struct sigaction action;
  std::memset(&action, 0, sizeof action);
  action.sa_sigaction = onCrash;
  action.sa_flags = SA_SIGINFO | SA_RESETHAND;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    sigaction(signal, &action, nullptr);
}

CrashScope::CrashScope(const char *kernel) { runningKernel.store(kernel); }
CrashScope::~CrashScope() { runningKernel.store(nullptr); }

} // namespace tritonc::run
