//===- CrashHandler.h - what happens when an invariant of ours breaks -----===//
#pragma once

namespace tritonc {

/// From here on a fatal signal or a fatal error inside LLVM prints how to report it, writes the command line to a
/// reproducer file in the current folder and exits with code 70. Removes pending outputs so that nothing half-written
/// stays.
void installCrashHandler(int argc, char **argv);

/// The stack of a thread that compiles. Passes and code generators recurse over what the user nested; only pages that
/// are touched cost memory.
constexpr unsigned kCompileStack = 512u << 20;

/// Gives the calling thread the stack on which the handler runs after a stack overflow; each thread needs its own.
void useCrashStack();

/// Names a file to be removed when the process dies. Kept by pointer; those after the first eight are not remembered.
void addPendingOutput(const char *path);
/// The files are complete, or gone.
void forgetPendingOutputs();

} // namespace tritonc
