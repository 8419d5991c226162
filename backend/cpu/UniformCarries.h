//===- UniformCarries.h - loop-carried blocks that move as a whole --------===//
#pragma once

#include "passes/ir/Dialects.h"

namespace tritonc::cpu {

/// Rewrites the loops of `func` so that blocks of pointers or integers which only ever grow by one scalar in all lanes
/// are carried as that scalar.
void carryUniformSteps(tt::FuncOp func);

} // namespace tritonc::cpu
