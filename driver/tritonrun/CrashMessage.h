//===- CrashMessage.h - a plain message when a kernel crashes -------------===//
//
// A CPU kernel runs in this process. When it touches memory that is not there, the user should read which kernel it was
// and get exit code 1, not a signal. A crash of our own gives 70.
//
//===----------------------------------------------------------------------===//
#pragma once

namespace tritonc::run {

/// Installs the signal handlers; once, from main.
void installCrashMessage();

/// While it lives, crashes belong to this kernel. The name must outlive it.
class CrashScope {
public:
  explicit CrashScope(const char *kernel);
  ~CrashScope();
  CrashScope(const CrashScope &) = delete;
  CrashScope &operator=(const CrashScope &) = delete;
};

} // namespace tritonc::run
