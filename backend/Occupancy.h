//===- Occupancy.h - how many programs fit on one compute unit ------------===//
#pragma once

#include "backend/Target.h"
#include "runtime/Manifest.h"

namespace tritonc {

/// Fills `programsPerUnit` and `limitedBy` of `report` from its registers and shared bytes, for programs of `numWarps`
/// warps. Leaves them unset when the registers are not known, or on the CPU.
void computeOccupancy(ResourceReport &report, const Target &target, int numWarps);

} // namespace tritonc
