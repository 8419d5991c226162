//===- ElementMap.h - a scalar function over the registers of operands ----===//
//
// Elementwise ops are one scalar computation per register. Registers of different elements often hold the same SSA
// value (a splat, a broadcast row): the computation is then made once and shared.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/lower/Lowering.h"
#include <deque>

namespace tritonc::lower {

/// Binds the only result of `op` to fn(operands' registers i) for each register i. `fn` gives a null Value on failure,
/// after reporting it.
template <typename Fn>
mlir::LogicalResult mapElements(FunctionLowering &f, mlir::Operation *op, Fn fn, bool share = true) {
  unsigned count = f.numRegisters(op->getResult(0).getType());
  llvm::SmallVector<Registers, 3> operands;
  for (Value operand : op->getOperands())
    operands.emplace_back(f.registers(operand));
  Registers results;
  results.reserve(count);
  std::deque<llvm::SmallVector<Value, 3>> keys;
  llvm::DenseMap<llvm::ArrayRef<Value>, Value> made;
  for (unsigned i = 0; i < count; ++i) {
    llvm::SmallVector<Value, 3> args;
    for (const Registers &operand : operands)
      args.push_back(operand.size() == 1 ? operand[0] : operand[i]);
    if (share && count > 1) {
      auto found = made.find(llvm::ArrayRef<Value>(args));
      if (found != made.end()) {
        results.push_back(found->second);
        continue;
      }
    }
    Value result = fn(llvm::ArrayRef<Value>(args));
    if (!result)
      return mlir::failure();
    results.push_back(result);
    if (share && count > 1) {
      keys.push_back(args);
      made.try_emplace(llvm::ArrayRef<Value>(keys.back()), result);
    }
  }
  f.set(op->getResult(0), std::move(results));
  return mlir::success();
}

/// A handler made of a stateless function (Emitter &, args) -> Value.
template <Value (*Fn)(Emitter &, llvm::ArrayRef<Value>)>
mlir::LogicalResult elementHandler(FunctionLowering &f, mlir::Operation *op) {
  return mapElements(f, op, [&](llvm::ArrayRef<Value> args) { return Fn(f.e, args); });
}

/// Runs `fn` in f32 if the values are of a narrower float type.
template <typename Fn> Value inF32(Emitter &e, llvm::ArrayRef<Value> args, Fn fn) {
  Type type = args.front().getType();
  if (!llvm::isa<mlir::FloatType>(type) || type.getIntOrFloatBitWidth() >= 32)
    return fn(args);
  llvm::SmallVector<Value, 3> wide;
  for (Value v : args)
    wide.push_back(e.fpext(v, e.f32Ty()));
  Value result = fn(llvm::ArrayRef<Value>(wide));
  return result ? e.fptrunc(result, type) : result;
}

} // namespace tritonc::lower
