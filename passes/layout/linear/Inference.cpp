//===- Inference.cpp - layouts through operations that move elements ------===//
#include "passes/layout/linear/Inference.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <cassert>

using namespace tritonc;
using llvm::ArrayRef;
using llvm::SmallVector;

static SmallVector<Dim, 4> dimsUpTo(unsigned rank) {
  SmallVector<Dim, 4> dims;
  for (unsigned i = 0; i < rank; ++i)
    dims.push_back(outDim(i));
  return dims;
}

LinearLayout tritonc::expandDimsLayout(const LinearLayout &layout, unsigned axis) {
  SmallVector<DimBits, 4> dims(layout.outs().begin(), layout.outs().end());
  dims.insert(dims.begin() + axis, DimBits{Dim::Dim0, 0});
  for (auto [i, dim] : llvm::enumerate(dims))
    dim.dim = outDim(i);
  return layout.reshapeOuts(dims);
}

LinearLayout tritonc::joinLayout(const LinearLayout &layout) {
  unsigned rank = layout.outs().size();
  // The new bit comes first among the registers, so the product starts with it.
  LinearLayout pair = LinearLayout::identity1D(2, Dim::Register, outDim(rank));
  return canonicalTensorLayout(pair * layout);
}

std::optional<LinearLayout> tritonc::splitLayout(const LinearLayout &layout) {
  unsigned last = layout.outs().size() - 1;
  if (layout.outBits(outDim(last)) != 1)
    return std::nullopt;
  uint64_t bit = uint64_t(1) << (layout.totalOutBits() - 1); // the last output is packed highest
  if (llvm::count_if(layout.flatBases(), [&](uint64_t column) { return (column & bit) != 0; }) != 1 ||
      !llvm::is_contained(layout.flatBases(Dim::Register), bit))
    return std::nullopt;
  return sliceLayout(layout, last);
}

LinearLayout tritonc::concatLayout(const LinearLayout &layout) {
  return layout * LinearLayout::identity1D(2, Dim::Register, outDim(0));
}

LinearLayout tritonc::unpermuteDims(const LinearLayout &layout, ArrayRef<int32_t> order) {
  SmallVector<int32_t, 4> inverse(order.size());
  for (auto [i, dim] : llvm::enumerate(order))
    inverse[dim] = int32_t(i);
  return permuteDims(layout, inverse);
}

LinearLayout tritonc::productOperandLayout(const LinearLayout &result, unsigned operand, int64_t k) {
  unsigned rank = result.outs().size(), inner = operand == 0 ? rank - 1 : rank - 2;
  LinearLayout kept = shrinkToOne(result, inner);
  LinearLayout depth = LinearLayout::identity1D(int32_t(k), Dim::Register, outDim(inner));
  return canonicalTensorLayout((depth * kept).transposeOuts(dimsUpTo(rank)));
}
