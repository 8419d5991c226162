//===- Families.cpp - the named families ----------------------------------===//
#include "passes/layout/linear/Families.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using namespace tritonc;
using llvm::ArrayRef;
using llvm::SmallVector;

static const Dim hardwareDims[] = {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block};

/// dim0 .. dim(rank-1)
static SmallVector<Dim, 4> tensorDims(unsigned rank) {
  SmallVector<Dim, 4> dims;
  for (unsigned i = 0; i < rank; ++i)
    dims.push_back(outDim(i));
  return dims;
}

LinearLayout tritonc::canonicalTensorLayout(const LinearLayout &layout) {
  return layout.sublayout(hardwareDims, tensorDims(layout.outs().size())).removeZeroBases(Dim::Register);
}

LinearLayout tritonc::blockedLayout(ArrayRef<int64_t> shape, const BlockedParams &params, int32_t numCTAs) {
  assert(params.order.size() == shape.size() && "one entry for each dimension");
  LinearLayout layout =
      LinearLayout::zeros({}, llvm::map_to_vector(tensorDims(shape.size()), [](Dim dim) { return DimBits{dim, 0}; }));
  auto extend = [&](ArrayRef<int32_t> sizes, Dim in) {
    for (int32_t dim : params.order)
      layout *= LinearLayout::identity1D(sizes[dim], in, outDim(dim));
  };
  extend(params.sizePerThread, Dim::Register);
  extend(params.threadsPerWarp, Dim::Lane);
  if (params.warpsOutermost)
    for (int32_t dim : params.order) {
      int64_t perWarp = (shape[dim] >> layout.outBits(outDim(dim))) / params.warpsPerCTA[dim];
      layout *= LinearLayout::identity1D(int32_t(std::max<int64_t>(1, perWarp)), Dim::Register, outDim(dim));
    }
  extend(params.warpsPerCTA, Dim::Warp);
  for (int32_t dim : params.order) {
    unsigned wanted = llvm::Log2_64(shape[dim]), has = layout.outBits(outDim(dim));
    if (has > wanted)
      layout = layout.clipOut(outDim(dim), wanted);
    else
      layout *= LinearLayout::identity1D(1 << (wanted - has), Dim::Register, outDim(dim));
  }
  layout *= LinearLayout::zeros({{Dim::Block, llvm::Log2_32(numCTAs)}}, {});
  return canonicalTensorLayout(layout);
}

BlockedParams tritonc::defaultBlocked(ArrayRef<int64_t> shape, ArrayRef<int32_t> order, int32_t vector,
                                      int32_t threadsPerWarp, int32_t numWarps) {
  BlockedParams params;
  SmallVector<int64_t, 4> left(shape.begin(), shape.end());
  auto take = [&](SmallVector<int32_t, 4> &sizes, int64_t count) {
    sizes.assign(shape.size(), 1);
    for (int32_t dim : order) {
      sizes[dim] = int32_t(std::min(count, left[dim]));
      count /= sizes[dim];
      left[dim] /= sizes[dim];
    }
    // Lanes and warps without elements of their own hold copies.
    if (!order.empty())
      sizes[order.back()] *= int32_t(count);
  };
  params.order.assign(order.begin(), order.end());
  params.sizePerThread.assign(shape.size(), 1);
  if (!order.empty()) {
    int32_t fast = order.front();
    params.sizePerThread[fast] = int32_t(std::min<int64_t>(vector, left[fast]));
    left[fast] /= params.sizePerThread[fast];
  }
  take(params.threadsPerWarp, threadsPerWarp);
  take(params.warpsPerCTA, numWarps);
  return params;
}

LinearLayout tritonc::sliceLayout(const LinearLayout &parent, unsigned dim) {
  SmallVector<Dim, 4> kept = tensorDims(parent.outs().size());
  kept.erase(kept.begin() + dim);
  return parent.sublayout(hardwareDims, kept).renameOuts(tensorDims(kept.size())).removeZeroBases(Dim::Register);
}

LinearLayout tritonc::shrinkToOne(const LinearLayout &layout, unsigned dim) {
  return layout.clipOut(outDim(dim), 0).removeZeroBases(Dim::Register);
}

LinearLayout tritonc::reshapeRowMajor(const LinearLayout &layout, ArrayRef<int64_t> shape) {
  SmallVector<Dim, 4> reversed = tensorDims(layout.outs().size());
  std::reverse(reversed.begin(), reversed.end());
  SmallVector<DimBits, 4> dims;
  for (int i = int(shape.size()) - 1; i >= 0; --i)
    dims.push_back({outDim(i), llvm::Log2_64(shape[i])});
  return canonicalTensorLayout(layout.transposeOuts(reversed).reshapeOuts(dims));
}

LinearLayout tritonc::permuteDims(const LinearLayout &layout, ArrayRef<int32_t> order) {
  auto source = llvm::map_to_vector<4>(order, [](int32_t dim) { return outDim(dim); });
  return layout.transposeOuts(source).renameOuts(tensorDims(order.size()));
}

SmallVector<int64_t, 4> tritonc::shapeOf(const LinearLayout &layout) {
  return llvm::map_to_vector<4>(layout.outs(), [](const DimBits &out) { return int64_t(out.size()); });
}
