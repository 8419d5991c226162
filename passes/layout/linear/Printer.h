//===- Printer.h - draws a layout as a table ------------------------------===//
//
// One cell per element with its holders, as `T5:1` for register 1 of thread 5 (thread = lane + lanes * warp). Copies
// are separated by `|`. A layout of rank 1 is drawn as one row per 16 elements, of rank 2 as a matrix, of higher rank
// as one matrix per index of the leading dimensions. Offsets of shared memory are drawn as `O12`.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/layout/linear/LinearLayout.h"
#include "llvm/Support/raw_ostream.h"

namespace tritonc {

/// Draws `layout`. Tables with more than `maxElements` elements are cut, with a line that says so.
void printLayoutTable(const LinearLayout &layout, llvm::raw_ostream &os, int64_t maxElements = 4096);

} // namespace tritonc
