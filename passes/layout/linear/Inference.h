//===- Inference.h - layouts through operations that move elements --------===//
//
// For each operation: from the operand's layout the one that the result has when no thread moves anything, and back.
// All in canonical form (Families.h). slice, shrinkToOne, permuteDims and reshapeRowMajor are there.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/layout/linear/Families.h"

namespace tritonc {

/// A new dimension of size 1 at `axis`. (Back: sliceLayout.)
LinearLayout expandDimsLayout(const LinearLayout &layout, unsigned axis);

/// Two tensors in `layout` side by side along a new last dimension: neighbours sit in one thread, in registers 2i and
/// 2i+1.
LinearLayout joinLayout(const LinearLayout &layout);

/// Back from a layout whose last dimension of size 2 lies in one register bit; nothing if it does not.
std::optional<LinearLayout> splitLayout(const LinearLayout &layout);

/// Two tensors in `layout` one after the other along dimension 0: each thread appends its registers.
LinearLayout concatLayout(const LinearLayout &layout);

/// The operand layout for a transposition whose result is in `layout`.
LinearLayout unpermuteDims(const LinearLayout &layout, llvm::ArrayRef<int32_t> order);

/// The operand of a product whose result is in `result`, such that every thread holds all it needs for its elements:
/// all of K in registers. `operand` 0 is A (rows of the result), 1 is B (its columns). The dimensions are the last two.
LinearLayout productOperandLayout(const LinearLayout &result, unsigned operand, int64_t k);

} // namespace tritonc
