//===- CrashHandler.h - what happens when an invariant of ours breaks -----===//
#pragma once

namespace tritonc {

/// From here on a fatal signal or a fatal error inside LLVM prints how to report it, writes the command line to a reproducer
/// file in the current folder and exits with code 70. Removes the pending output so that nothing half-written stays.
void installCrashHandler(int argc, char **argv);

/// Gives the calling thread the stack on which the handler runs after a stack overflow; each thread needs its own.
void useCrashStack();

/// Names a file to be removed when the process dies; null forgets it. At most one per process and kept by pointer.
void setPendingOutput(const char *path);

} // namespace tritonc
