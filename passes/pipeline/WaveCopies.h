//===- WaveCopies.h - AMD: loads of a loop that go straight to shared memory ===//
#pragma once

#include "passes/pipeline/LoopLoads.h"

namespace tritonc {

/// Makes loads that would go through registers to shared memory (AheadKind::Store) into copies, if the target has such
/// copies for all of them and two slots of each fit. The loop may be replaced; its other ops stay. Gives the stages for
/// which there is memory, at most `stages`.
unsigned copyByWaves(mlir::scf::ForOp &loop, llvm::MutableArrayRef<AheadLoad> loads, unsigned stages,
                     const AxisInfoAnalysis &axes, const Target &target);

} // namespace tritonc
