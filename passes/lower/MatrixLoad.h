//===- MatrixLoad.h - reading shared memory by matrices -------------------===//
#pragma once

#include "passes/lower/Lowering.h"

namespace tritonc::lower {

/// Loads registers through `address` (register, lane, warp -> Dim::Offset) from the buffer at `base` with ldmatrix
/// or ds_read_b64_tr; nothing where the target or the layouts do not allow it.
std::optional<Registers> loadMatrices(FunctionLowering &f, Value base, Type element, const LinearLayout &address);

} // namespace tritonc::lower
