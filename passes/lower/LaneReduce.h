//===- LaneReduce.h - combining across the lanes of a warp ----------------===//
#pragma once

#include "passes/lower/Combine.h"

namespace tritonc::lower {

/// Combines `value` over the lanes that differ in bits of `lanes`; all of them get the result. The region commutes.
Tuple reduceLanes(FunctionLowering &f, Combine &combine, Tuple value, uint32_t lanes);

} // namespace tritonc::lower
