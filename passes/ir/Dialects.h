//===- Dialects.h - the project's dialects, types and ops -----------------===//
//
// Include this to work with block IR (`tt`) and layout IR (`ttg`). See TritonOps.td for the operations.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
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

#include "passes/ir/TritonGpuDialect.h.inc"
#include "passes/layout/linear/LinearLayout.h"
#define GET_ATTRDEF_CLASSES
#include "passes/ir/TritonGpuAttrs.h.inc"
#define GET_OP_CLASSES
#include "passes/ir/TritonGpuOps.h.inc"

namespace tritonc::ttg {

/// What a module was laid out for; the op may be the module or anything inside.
int numWarps(mlir::Operation *op);
int threadsPerWarp(mlir::Operation *op);
int numCtas(mlir::Operation *op);
/// `cuda:90`, `hip:gfx942`; empty when the module does not say.
llvm::StringRef targetName(mlir::Operation *op);
constexpr llvm::StringRef numWarpsAttrName() { return "ttg.num-warps"; }
constexpr llvm::StringRef threadsPerWarpAttrName() { return "ttg.threads-per-warp"; }
constexpr llvm::StringRef numCtasAttrName() { return "ttg.num-ctas"; }
constexpr llvm::StringRef targetAttrName() { return "ttg.target"; }
constexpr llvm::StringRef sharedAttrName() { return "ttg.shared"; }

/// The layout of a tensor type; null for scalars and for tensors without one.
const LinearLayout *layoutOf(mlir::Type type);
inline const LinearLayout *layoutOf(mlir::Value value) { return layoutOf(value.getType()); }
/// The same tensor type with this layout.
mlir::RankedTensorType withLayout(mlir::RankedTensorType type, const LinearLayout &layout);

} // namespace tritonc::ttg

namespace tritonc {

/// Registers and loads every dialect that a compile needs: tt, ttg and those of MLIR that Triton's IR uses
/// (arith, math, scf, cf, ub, gpu, llvm).
void loadDialects(mlir::MLIRContext &context);

} // namespace tritonc
