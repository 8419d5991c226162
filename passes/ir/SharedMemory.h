//===- SharedMemory.h - the ops of layout IR on shared memory -------------===//
//
// Apart from Dialects.h, since only the pipelining and lowering passes need it. See SharedMemoryOps.td.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/ir/Dialects.h"

namespace tritonc::ttg {

/// The memory that the threads of one program share.
struct SharedMemory : mlir::SideEffects::Resource::Base<SharedMemory> {
  llvm::StringRef getName() final { return "<SharedMemory>"; }
};

/// On ttg.local_store: its block is read after the next ttg.async_wait only, as if it were an asynchronous copy (unit).
constexpr llvm::StringLiteral aheadAttr = "ttg.ahead";

} // namespace tritonc::ttg

#define GET_TYPEDEF_CLASSES
#include "passes/ir/SharedMemoryTypes.h.inc"
#define GET_OP_CLASSES
#include "passes/ir/SharedMemoryOps.h.inc"
