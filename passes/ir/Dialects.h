//===- Dialects.h - the project's dialects, types and ops -----------------===//
//
// Include this to work with block IR (`tt`) and layout IR (`ttg`). See TritonOps.td for the operations.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tritonc::tt {

/// Device memory that every program of a grid sees.
struct GlobalMemory : mlir::SideEffects::Resource::Base<GlobalMemory> {
  llvm::StringRef getName() final { return "<GlobalMemory>"; }
};

/// The type of the base pointer of block pointer type `blockPtr`.
mlir::Type basePtrType(mlir::Type blockPtr);

} // namespace tritonc::tt

#include "passes/ir/TritonDialect.h.inc"
#include "passes/ir/TritonEnums.h.inc"
#define GET_TYPEDEF_CLASSES
#include "passes/ir/TritonTypes.h.inc"
#define GET_OP_CLASSES
#include "passes/ir/TritonOps.h.inc"

namespace tritonc {

/// Registers and loads every dialect that a compile needs: tt, ttg and those of MLIR that Triton's IR uses
/// (arith, math, scf, cf, ub, gpu, llvm).
void loadDialects(mlir::MLIRContext &context);

} // namespace tritonc
