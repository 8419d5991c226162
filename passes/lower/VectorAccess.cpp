//===- VectorAccess.cpp - registers that one memory access can serve ------===//
//
// The analysis of contiguity tells how many neighbouring elements an access may take at once: its pointers are
// contiguous and aligned, and its mask is the same over that many elements. What remains is to find the registers:
// width 2^k along dimension d needs k register bits whose bases are 1, 2, 4, ... along d and nothing else, and no other
// bit of a place may move within such a group.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/VectorAccess.h"
#include "passes/layout/AxisInfo.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

/// The register bits that walk along the lowest bits of `dim`, at most `limit` of them.
SmallVector<unsigned> walkingBits(const LinearLayout &layout, Dim dim, unsigned limit) {
  SmallVector<unsigned> bits;
  for (unsigned k = 0; k < limit; ++k) {
    std::optional<unsigned> found;
    bool disturbed = false;
    for (const DimBits &in : layout.ins())
      for (unsigned bit = 0; bit < in.bits; ++bit) {
        if (!((layout.basis(in.dim, bit, dim) >> k) & 1))
          continue;
        bool pure = in.dim == Dim::Register && layout.basis(in.dim, bit, dim) == (1 << k);
        for (const DimBits &out : layout.outs())
          pure &= out.dim == dim || layout.basis(in.dim, bit, out.dim) == 0;
        if (pure && !found)
          found = bit;
        else
          disturbed = true;
      }
    if (!found || disturbed)
      break;
    bits.push_back(*found);
  }
  return bits;
}

} // namespace

VectorAccess vectorAccess(FunctionLowering &f, Operation *op) {
  VectorAccess result;
  Type type = accessPointer(op).getType();
  const AxisInfoAnalysis &facts = f.axisInfo();
  SmallVector<unsigned> bits;
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    for (unsigned dim = 0; dim < tensor.getRank(); ++dim) {
      int64_t width = std::min(facts.pointerVector(op, dim), facts.maskAlignment(op, dim));
      auto candidate = walkingBits(f.layout(type), outDim(dim), llvm::Log2_64(std::max<int64_t>(width, 1)));
      if (candidate.size() > bits.size())
        bits = candidate;
    }
  result.width = 1u << bits.size();
  unsigned vectorMask = 0;
  for (unsigned bit : bits)
    vectorMask |= 1u << bit;
  for (unsigned r = 0, registers = f.numRegisters(type); r < registers; ++r) {
    if (r & vectorMask)
      continue;
    SmallVector<unsigned> &group = result.groups.emplace_back();
    for (unsigned i = 0; i < result.width; ++i) {
      unsigned member = r;
      for (auto [k, bit] : llvm::enumerate(bits))
        if (i & (1u << k))
          member |= 1u << bit;
      group.push_back(member);
    }
  }
  return result;
}

} // namespace tritonc::lower
