//===- LinearLayoutAlgebra.cpp - products, composition, inverses ----------===//
//
// Everything works on packed columns. An inverse is a set of solutions found by elimination (Span.h), where columns of
// registers come before those of lanes and warps, so that solutions prefer what needs no communication.
//
//===----------------------------------------------------------------------===//
#include "passes/layout/linear/LinearLayout.h"
#include "passes/layout/linear/Span.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <cassert>

using namespace tritonc;
using llvm::ArrayRef;
using llvm::SmallVector;

/// The dimensions of `a`, then those that only `b` has; sizes by `combine`.
static SmallVector<DimBits, 4> mergeDims(ArrayRef<DimBits> a, ArrayRef<DimBits> b,
                                         llvm::function_ref<unsigned(unsigned, unsigned)> combine) {
  SmallVector<DimBits, 4> result(a.begin(), a.end());
  for (const DimBits &d : b) {
    auto *same = llvm::find_if(result, [&](const DimBits &r) { return r.dim == d.dim; });
    if (same == result.end())
      result.push_back(d);
    else
      same->bits = combine(same->bits, d.bits);
  }
  return result;
}

static unsigned sum(unsigned a, unsigned b) { return a + b; }
static unsigned larger(unsigned a, unsigned b) { return std::max(a, b); }

namespace {
/// Where the bits of packed outputs go when the outputs are laid out anew.
class OutputMove {
public:
  /// `offset` tells for each output how many bits lie below it within its new dimension (may be negative: cut off low
  /// bits).
  OutputMove(const LinearLayout &from, ArrayRef<DimBits> to, llvm::function_ref<int(Dim)> offset) {
    for (const DimBits &out : from.outs()) {
      unsigned target = 0;
      for (const DimBits &d : to) {
        if (d.dim == out.dim)
          break;
        target += d.bits;
      }
      int below = offset(out.dim);
      parts.push_back({out.bits, int(target) + below});
    }
  }
  uint64_t operator()(uint64_t column) const {
    uint64_t result = 0;
    for (auto [bits, target] : parts) {
      uint64_t value = column & llvm::maskTrailingOnes<uint64_t>(bits);
      column >>= bits;
      result |= target >= 0 ? value << target : value >> -target;
    }
    return result;
  }

private:
  SmallVector<std::pair<unsigned, int>, 4> parts;
};

int noOffset(Dim) { return 0; }
} // namespace

//===----------------------------------------------------------------------===//
// Products and quotients
//===----------------------------------------------------------------------===//

LinearLayout tritonc::operator*(const LinearLayout &a, const LinearLayout &b) {
  LinearLayout result;
  result.inDims = mergeDims(a.inDims, b.inDims, sum);
  result.outDims = mergeDims(a.outDims, b.outDims, sum);
  OutputMove moveA(a, result.outDims, noOffset);
  OutputMove moveB(b, result.outDims, [&](Dim out) { return int(a.outBits(out)); });
  for (const DimBits &in : result.inDims) {
    for (uint64_t column : a.flatBases(in.dim))
      result.columns.push_back(moveA(column));
    for (uint64_t column : b.flatBases(in.dim))
      result.columns.push_back(moveB(column));
  }
  return result;
}

/// The dimensions of `all` with the bits of `part` taken away; nothing where part does not fit.
static std::optional<SmallVector<DimBits, 4>> subtractDims(ArrayRef<DimBits> all, ArrayRef<DimBits> part) {
  SmallVector<DimBits, 4> result(all.begin(), all.end());
  for (const DimBits &d : part) {
    auto *same = llvm::find_if(result, [&](const DimBits &r) { return r.dim == d.dim; });
    if (same == result.end() || same->bits < d.bits)
      return std::nullopt;
    same->bits -= d.bits;
  }
  return result;
}

std::optional<LinearLayout> LinearLayout::divideLeft(const LinearLayout &divisor) const {
  auto ins = subtractDims(inDims, divisor.inDims);
  auto outs = subtractDims(outDims, divisor.outDims);
  if (!ins || !outs)
    return std::nullopt;
  LinearLayout quotient = zeros(*ins, *outs);
  unsigned next = 0;
  for (const DimBits &in : inDims)
    for (unsigned bit = divisor.inBits(in.dim); bit < in.bits; ++bit, ++next) {
      unsigned shift = 0;
      for (const DimBits &out : *outs) {
        quotient.columns[next] |= uint64_t(basis(in.dim, bit, out.dim) >> divisor.outBits(out.dim)) << shift;
        shift += out.bits;
      }
    }
  // The product puts back exactly what a factorisation has; anything else shows as a difference.
  LinearLayout product = divisor * quotient;
  if (product.sublayout(llvm::map_to_vector(inDims, [](const DimBits &d) { return d.dim; }),
                        llvm::map_to_vector(outDims, [](const DimBits &d) { return d.dim; })) != *this)
    return std::nullopt;
  return quotient;
}

std::optional<LinearLayout> LinearLayout::divideRight(const LinearLayout &divisor) const {
  auto ins = subtractDims(inDims, divisor.inDims);
  auto outs = subtractDims(outDims, divisor.outDims);
  if (!ins || !outs)
    return std::nullopt;
  LinearLayout quotient = zeros(*ins, *outs);
  unsigned next = 0;
  for (const DimBits &in : *ins)
    for (unsigned bit = 0; bit < in.bits; ++bit, ++next) {
      unsigned shift = 0;
      for (const DimBits &out : *outs) {
        quotient.columns[next] |= (uint64_t(basis(in.dim, bit, out.dim)) & llvm::maskTrailingOnes<uint64_t>(out.bits))
                                  << shift;
        shift += out.bits;
      }
    }
  LinearLayout product = quotient * divisor;
  return product == *this ? std::optional<LinearLayout>(quotient) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Composition and inverses
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::compose(const LinearLayout &outer) const {
  LinearLayout result;
  result.inDims = inDims;
  result.outDims = outer.outDims;
  // Our output bits in our order, each as the column that `outer` has for it.
  SmallVector<uint64_t, 16> images;
  for (const DimBits &out : outDims) {
    assert(out.bits <= outer.inBits(out.dim) && "the outer layout takes all of our outputs");
    ArrayRef<uint64_t> columnsOfDim = outer.flatBases(out.dim).take_front(out.bits);
    images.append(columnsOfDim.begin(), columnsOfDim.end());
  }
  for (uint64_t column : columns) {
    uint64_t image = 0;
    for (; column; column &= column - 1)
      image ^= images[llvm::countr_zero(column)];
    result.columns.push_back(image);
  }
  return result;
}

LinearLayout LinearLayout::pseudoinvert() const {
  LinearLayout result;
  result.inDims = outDims;
  result.outDims = inDims;
  Span span(columns);
  for (unsigned bit = 0; bit < totalOutBits(); ++bit) {
    std::optional<uint64_t> solution = span.solve(uint64_t(1) << bit);
    assert(solution && "only surjective layouts have a right inverse");
    result.columns.push_back(solution.value_or(0));
  }
  return result;
}

LinearLayout LinearLayout::invert() const {
  assert(isInvertible() && "the inverse of a layout that is not one to one");
  return pseudoinvert();
}

LinearLayout LinearLayout::invertAndCompose(const LinearLayout &source) const {
  LinearLayout result;
  result.inDims = inDims;
  result.outDims = source.inDims;
  OutputMove move(*this, source.outDims, noOffset);
  Span span(source.columns);
  for (const DimBits &in : inDims)
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      uint64_t wanted = move(flatBasis(in.dim, bit));
      // The same place is the best source. (Linear, since it is decided bit by bit.)
      if (bit < source.inBits(in.dim) && source.flatBasis(in.dim, bit) == wanted) {
        result.columns.push_back(uint64_t(1) << (source.inShift(in.dim) + bit));
        continue;
      }
      std::optional<uint64_t> solution = span.solve(wanted);
      assert(solution && "the source holds every element that is wanted");
      result.columns.push_back(solution.value_or(0));
    }
  return result;
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::sublayout(ArrayRef<Dim> ins, ArrayRef<Dim> outs) const {
  LinearLayout result;
  for (Dim in : ins)
    result.inDims.push_back({in, inBits(in)});
  for (Dim out : outs)
    result.outDims.push_back({out, outBits(out)});
  for (Dim in : ins)
    for (uint64_t column : flatBases(in)) {
      uint64_t packed = 0;
      unsigned shift = 0;
      for (Dim out : outs) {
        packed |= (column & outMask(out)) >> outShift(out) << shift;
        shift += outBits(out);
      }
      result.columns.push_back(packed);
    }
  return result;
}

LinearLayout LinearLayout::concatIns(const LinearLayout &other) const {
  LinearLayout result;
  result.inDims = inDims;
  for (const DimBits &in : other.inDims) {
    assert(!hasIn(in.dim) && "inputs of other names");
    result.inDims.push_back(in);
  }
  result.outDims = mergeDims(outDims, other.outDims, larger);
  OutputMove move(*this, result.outDims, noOffset), moveOther(other, result.outDims, noOffset);
  for (uint64_t column : columns)
    result.columns.push_back(move(column));
  for (uint64_t column : other.columns)
    result.columns.push_back(moveOther(column));
  return result;
}

LinearLayout LinearLayout::concatOuts(const LinearLayout &other) const {
  assert(inDims == other.inDims && "the same inputs");
  LinearLayout result = *this;
  unsigned shift = totalOutBits();
  result.outDims.append(other.outDims.begin(), other.outDims.end());
  for (auto [column, more] : llvm::zip(result.columns, other.columns))
    column |= more << shift;
  return result;
}

static SmallVector<Dim, 4> names(ArrayRef<DimBits> dims) {
  return llvm::map_to_vector<4>(dims, [](const DimBits &d) { return d.dim; });
}

LinearLayout LinearLayout::transposeIns(ArrayRef<Dim> order) const {
  assert(order.size() == inDims.size() && "a permutation");
  return sublayout(order, names(outDims));
}

LinearLayout LinearLayout::transposeOuts(ArrayRef<Dim> order) const {
  assert(order.size() == outDims.size() && "a permutation");
  return sublayout(names(inDims), order);
}

LinearLayout LinearLayout::reshapeIns(ArrayRef<DimBits> dims) const {
  LinearLayout result = *this;
  result.inDims.assign(dims.begin(), dims.end());
  return result;
}

LinearLayout LinearLayout::reshapeOuts(ArrayRef<DimBits> dims) const {
  LinearLayout result = *this;
  result.outDims.assign(dims.begin(), dims.end());
  assert(result.totalOutBits() == totalOutBits() && "the same number of elements");
  return result;
}

LinearLayout LinearLayout::renameOuts(ArrayRef<Dim> names) const {
  LinearLayout result = *this;
  for (auto [dim, name] : llvm::zip_equal(result.outDims, names))
    dim.dim = name;
  return result;
}

LinearLayout LinearLayout::renameIns(ArrayRef<Dim> names) const {
  LinearLayout result = *this;
  for (auto [dim, name] : llvm::zip_equal(result.inDims, names))
    dim.dim = name;
  return result;
}

LinearLayout LinearLayout::removeZeroBases(Dim in) const {
  LinearLayout result;
  result.outDims = outDims;
  for (const DimBits &d : inDims) {
    unsigned kept = 0;
    for (uint64_t column : flatBases(d.dim))
      if (column || d.dim != in) {
        result.columns.push_back(column);
        ++kept;
      }
    result.inDims.push_back({d.dim, kept});
  }
  return result;
}

LinearLayout LinearLayout::clipOut(Dim out, unsigned bits) const {
  LinearLayout result = *this;
  for (DimBits &d : result.outDims)
    if (d.dim == out)
      d.bits = std::min(d.bits, bits);
  unsigned shift = outShift(out);
  uint64_t low = llvm::maskTrailingOnes<uint64_t>(shift), kept = llvm::maskTrailingOnes<uint64_t>(result.outBits(out));
  for (uint64_t &column : result.columns)
    column = (column & low) | ((column >> shift & kept) << shift) |
             (column >> (shift + outBits(out)) << (shift + result.outBits(out)));
  return result;
}
