//===- PointerSteps.h - pointers that follow from one another -------------===//
#pragma once

#include "passes/lower/Lowering.h"

namespace tritonc::lower {

/// The registers of a tensor of pointers, most of them made from others by adding what all threads add.
Registers steppedPointers(FunctionLowering &f, Value pointers);

} // namespace tritonc::lower
