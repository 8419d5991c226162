//===- TransposedOperands.h - operands that gfx950 reads transposed -------===//
#pragma once

#include "backend/Target.h"
#include "passes/ir/Dialects.h"
#include "passes/layout/linear/LinearLayout.h"

namespace tritonc {

/// The buffer (Dim::Offset -> coordinates) that threads in layout `store` fill from registers and read in layout
/// `load`: for transposed reads where the target has them and both layouts suit, else what suits both layouts' vectors.
LinearLayout storedBuffer(const LinearLayout &store, const LinearLayout &load, unsigned elementBits,
                          const Target &target);

/// Gives operands of products that change their layout a buffer for transposed reads, where that is possible.
void readOperandsTransposed(tt::FuncOp function, const Target &target);

} // namespace tritonc
