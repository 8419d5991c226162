//===- LinearLayout.cpp - making and looking at linear layouts ------------===//
//
// The algebra (products, composition, inverses) is in LinearLayoutAlgebra.cpp.
//
//===----------------------------------------------------------------------===//
#include "passes/layout/linear/LinearLayout.h"
#include "passes/layout/linear/Span.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

using namespace tritonc;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

std::string tritonc::dimName(Dim dim) {
  static constexpr const char *names[] = {"register", "lane", "warp", "block", "offset"};
  return isTensorDim(dim) ? "dim" + std::to_string(tensorDimIndex(dim)) : names[unsigned(dim)];
}

std::optional<Dim> tritonc::dimFromName(StringRef name) {
  for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block, Dim::Offset})
    if (name == dimName(dim))
      return dim;
  unsigned index;
  if (name.consume_front("dim") && !name.getAsInteger(10, index) && index < maxTensorRank)
    return outDim(index);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

static llvm::Error invalid(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// The reason why these bases make no layout, or success.
static llvm::Error checkBases(ArrayRef<InputBases> ins, ArrayRef<DimBits> outs) {
  unsigned inBits = 0, outBits = 0;
  for (auto [i, out] : llvm::enumerate(outs)) {
    outBits += out.bits;
    if (llvm::any_of(outs.take_front(i), [&, dim = out.dim](const DimBits &other) { return other.dim == dim; }))
      return invalid("output '" + dimName(out.dim) + "' occurs twice");
  }
  for (auto [i, in] : llvm::enumerate(ins)) {
    inBits += in.bases.size();
    if (llvm::any_of(ins.take_front(i), [&, dim = in.dim](const InputBases &other) { return other.dim == dim; }))
      return invalid("input '" + dimName(in.dim) + "' occurs twice");
    for (const auto &basis : in.bases) {
      if (basis.size() != outs.size())
        return invalid("a basis of '" + dimName(in.dim) + "' has " + llvm::Twine(basis.size()) + " coordinates for " +
                       llvm::Twine(outs.size()) + " dimensions");
      for (auto [value, out] : llvm::zip(basis, outs))
        if (value < 0 || (int64_t(value) >> out.bits) != 0)
          return invalid("a basis of '" + dimName(in.dim) + "' has coordinate " + llvm::Twine(value) + " in '" +
                         dimName(out.dim) + "' of size " + llvm::Twine(int64_t(1) << out.bits));
    }
  }
  if (inBits > 63 || outBits > 63)
    return invalid("a layout of more than 2^63 elements");
  return llvm::Error::success();
}

LinearLayout::LinearLayout(ArrayRef<InputBases> ins, ArrayRef<DimBits> outs) : outDims(outs.begin(), outs.end()) {
  for (const InputBases &in : ins) {
    inDims.push_back({in.dim, unsigned(in.bases.size())});
    for (const auto &basis : in.bases) {
      assert(basis.size() == outs.size() && "one coordinate for each output");
      uint64_t packed = 0;
      unsigned shift = 0;
      for (auto [value, out] : llvm::zip(basis, outs)) {
        assert(value >= 0 && (int64_t(value) >> out.bits) == 0 && "coordinate within its dimension");
        packed |= uint64_t(value) << shift;
        shift += out.bits;
      }
      columns.push_back(packed);
    }
  }
}

llvm::Expected<LinearLayout> LinearLayout::fromBases(ArrayRef<InputBases> ins, ArrayRef<DimBits> outs) {
  if (llvm::Error error = checkBases(ins, outs))
    return std::move(error);
  return LinearLayout(ins, outs);
}

LinearLayout LinearLayout::zeros(ArrayRef<DimBits> ins, ArrayRef<DimBits> outs) {
  LinearLayout result;
  result.inDims.assign(ins.begin(), ins.end());
  result.outDims.assign(outs.begin(), outs.end());
  unsigned bits = 0;
  for (const DimBits &in : ins)
    bits += in.bits;
  result.columns.assign(bits, 0);
  return result;
}

LinearLayout LinearLayout::identity1D(int32_t size, Dim in, Dim out) { return strided1D(size, 1, in, out); }

LinearLayout LinearLayout::zeros1D(int32_t size, Dim in, Dim out, int32_t outSize) {
  assert(llvm::isPowerOf2_32(size) && llvm::isPowerOf2_32(outSize));
  return zeros({{in, llvm::Log2_32(size)}}, {{out, llvm::Log2_32(outSize)}});
}

LinearLayout LinearLayout::strided1D(int32_t size, int32_t stride, Dim in, Dim out) {
  assert(llvm::isPowerOf2_32(size) && llvm::isPowerOf2_32(stride));
  LinearLayout result = zeros1D(size, in, out, size * stride);
  for (auto [i, column] : llvm::enumerate(result.columns))
    column = uint64_t(stride) << i;
  return result;
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

static unsigned bitsOf(ArrayRef<DimBits> dims, Dim dim) {
  for (const DimBits &d : dims)
    if (d.dim == dim)
      return d.bits;
  return 0;
}

/// Position of the lowest bit of `dim` when `dims` are flattened; the total where it is missing.
static unsigned shiftOf(ArrayRef<DimBits> dims, Dim dim) {
  unsigned shift = 0;
  for (const DimBits &d : dims) {
    if (d.dim == dim)
      return shift;
    shift += d.bits;
  }
  return shift;
}

static bool contains(ArrayRef<DimBits> dims, Dim dim) {
  return llvm::any_of(dims, [&](const DimBits &d) { return d.dim == dim; });
}

bool LinearLayout::hasIn(Dim dim) const { return contains(inDims, dim); }
bool LinearLayout::hasOut(Dim dim) const { return contains(outDims, dim); }
unsigned LinearLayout::inBits(Dim dim) const { return bitsOf(inDims, dim); }
unsigned LinearLayout::outBits(Dim dim) const { return bitsOf(outDims, dim); }
unsigned LinearLayout::inShift(Dim dim) const { return shiftOf(inDims, dim); }
unsigned LinearLayout::outShift(Dim dim) const { return shiftOf(outDims, dim); }
uint64_t LinearLayout::outMask(Dim dim) const {
  return llvm::maskTrailingOnes<uint64_t>(outBits(dim)) << outShift(dim);
}

unsigned LinearLayout::totalOutBits() const {
  unsigned bits = 0;
  for (const DimBits &out : outDims)
    bits += out.bits;
  return bits;
}

ArrayRef<uint64_t> LinearLayout::flatBases(Dim in) const {
  return ArrayRef<uint64_t>(columns).slice(inShift(in), inBits(in));
}

int32_t LinearLayout::basis(Dim in, unsigned bit, Dim out) const {
  assert(bit < inBits(in) && "bit of the input");
  return int32_t((flatBasis(in, bit) & outMask(out)) >> outShift(out));
}

SmallVector<int32_t, 4> LinearLayout::basis(Dim in, unsigned bit) const {
  SmallVector<int32_t, 4> result;
  for (const DimBits &out : outDims)
    result.push_back(basis(in, bit, out.dim));
  return result;
}

uint64_t LinearLayout::applyFlat(uint64_t index) const {
  uint64_t result = 0;
  for (auto [i, column] : llvm::enumerate(columns))
    if (index >> i & 1)
      result ^= column;
  return result;
}

Coordinates LinearLayout::apply(const Coordinates &indices) const {
  uint64_t index = 0;
  for (auto [dim, value] : indices) {
    assert(value >= 0 && (int64_t(value) >> inBits(dim)) == 0 && "index within its dimension");
    index |= uint64_t(value) << inShift(dim);
  }
  uint64_t flat = applyFlat(index);
  Coordinates result;
  for (const DimBits &out : outDims) {
    result.push_back({out.dim, int32_t(flat & llvm::maskTrailingOnes<uint64_t>(out.bits))});
    flat >>= out.bits;
  }
  return result;
}

int32_t LinearLayout::apply(const Coordinates &indices, Dim out) const {
  for (auto [dim, value] : apply(indices))
    if (dim == out)
      return value;
  return 0;
}

SmallVector<ShiftTerm, 8> LinearLayout::shiftTerms(Dim out) const {
  SmallVector<ShiftTerm, 8> terms;
  for (const DimBits &in : inDims) {
    size_t first = terms.size();
    for (unsigned bit = 0; bit < in.bits; ++bit)
      for (uint32_t value = basis(in.dim, bit, out); value; value &= value - 1) {
        int shift = int(llvm::countr_zero(value)) - int(bit);
        auto *term =
            std::find_if(terms.begin() + first, terms.end(), [&](const ShiftTerm &t) { return t.shift == shift; });
        if (term == terms.end()) {
          terms.push_back({in.dim, 0, shift});
          term = &terms.back();
        }
        term->mask |= uint32_t(1) << bit;
      }
  }
  return terms;
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

unsigned LinearLayout::rank() const { return Span(columns).dimension(); }

int32_t LinearLayout::freeVariableMask(Dim in) const {
  Span span;
  uint64_t free = 0;
  for (auto [i, column] : llvm::enumerate(columns))
    if (!span.insert(column))
      free |= uint64_t(1) << i;
  return int32_t(free >> inShift(in) & llvm::maskTrailingOnes<uint64_t>(inBits(in)));
}

bool LinearLayout::isZero(ArrayRef<Dim> ins, ArrayRef<Dim> outs) const {
  uint64_t mask = 0;
  for (Dim out : outs)
    mask |= outMask(out);
  return llvm::all_of(
      ins, [&](Dim in) { return llvm::all_of(flatBases(in), [&](uint64_t column) { return (column & mask) == 0; }); });
}

bool LinearLayout::isIdentityOn(Dim dim) const {
  uint64_t mask = outMask(dim);
  unsigned first = inShift(dim), count = inBits(dim);
  if (count != outBits(dim))
    return false;
  for (auto [i, column] : llvm::enumerate(columns)) {
    bool own = i >= first && i < first + count;
    if (own ? column != uint64_t(1) << (i - first + outShift(dim)) : (column & mask) != 0)
      return false;
  }
  return true;
}

int32_t LinearLayout::numConsecutive(Dim in, Dim out) const {
  unsigned first = inShift(in), shift = outShift(out);
  unsigned width = 0;
  while (width < inBits(in) && width < outBits(out) && columns[first + width] == uint64_t(1) << (shift + width))
    ++width;
  // Every other basis must leave the low bits alone, or the neighbours would start off their alignment.
  for (auto [i, column] : llvm::enumerate(columns))
    if (i < first || i >= first + width)
      if (uint64_t low = column & (llvm::maskTrailingOnes<uint64_t>(width) << shift))
        width = std::min<unsigned>(width, llvm::countr_zero(low) - shift);
  return int32_t(1) << width;
}

llvm::hash_code tritonc::hash_value(const LinearLayout &layout) {
  return llvm::hash_combine(llvm::hash_combine_range(layout.inDims.begin(), layout.inDims.end()),
                            llvm::hash_combine_range(layout.outDims.begin(), layout.outDims.end()),
                            llvm::hash_combine_range(layout.columns.begin(), layout.columns.end()));
}

std::string LinearLayout::toString() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '{';
  llvm::interleave(
      inDims, os,
      [&](const DimBits &in) {
        os << dimName(in.dim) << "=[";
        for (unsigned bit = 0; bit < in.bits; ++bit) {
          os << (bit ? ",[" : "[");
          llvm::interleave(basis(in.dim, bit), os, ",");
          os << ']';
        }
        os << ']';
      },
      ", ");
  os << '}';
  return text;
}
