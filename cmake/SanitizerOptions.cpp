//===- SanitizerOptions.cpp - defaults of the sanitized build -------------===//
//
// The LLVM archives are not instrumented, which two of AddressSanitizer's checks take for errors:
//   - the allocators in LLVM's headers poison what is free, where they are inlined here, and the archives' copies of
//     the same code do not unpoison it;
//   - LLVM's crash handler sets the signal stack of a thread, and AddressSanitizer would free it as its own.
// Leaks are not looked for: a compiler ends without taking down its data.
//
//===----------------------------------------------------------------------===//
extern "C" const char *__asan_default_options() { return "allow_user_poisoning=0:use_sigaltstack=0:detect_leaks=0"; }
extern "C" const char *__ubsan_default_options() { return "print_stacktrace=1:halt_on_error=1"; }
