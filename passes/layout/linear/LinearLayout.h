//===- LinearLayout.h - layouts as linear maps over bits ------------------===//
//
// A layout says which element of a block each thread holds in which of its registers. Every layout here is one linear
// map over F2, the field of two elements, where addition is XOR: the bits of the hardware indices (register, lane,
// warp, block) go in, the bits of the tensor coordinates (dim0, dim1, ...) come out. A linear map is fixed by what it
// does to each single input bit; these images are its *bases*. ("Linear Layouts: Robust Code Generation of Efficient
// Tensor Computation Using F2", arXiv 2505.23819.)
//
// A worked example: 4x4 elements over two warps of four lanes with two registers each. Threads hold two neighbours of a
// row, two lanes cover a row, the other lane bit goes down one row, the warp bit goes down two.
//
//       register 1 -> (0, 1)                      column   0     1     2     3
//       lane     1 -> (0, 2)                      row 0  T0:0  T0:1  T1:0  T1:1
//       lane     2 -> (1, 0)                      row 1  T2:0  T2:1  T3:0  T3:1
//       warp     1 -> (2, 0)                      row 2  T4:0  T4:1  T5:0  T5:1
//                                                 row 3  T6:0  T6:1  T7:0  T7:1
//
// T6:1 is register 1 of thread 6, which is lane 2 of warp 1 (thread = lane + 4 * warp). To find its element, XOR the
// bases of the bits that are set: register 1 gives (0,1), lane 2 gives (1,0), warp 1 gives (2,0); together (3,1): row
// 3, column 1. In text: {register=[[0,1]], lane=[[0,2],[1,0]], warp=[[2,0]], block=[]}, outputs dim0 (size 4), dim1
// (size 4).
//
// What the usual words mean in these terms:
//   - broadcast: a basis of zeros. If lane bit 1 mapped to (0,0), lanes 0 and 2 would hold copies of the same elements.
//     More generally an input bit is *free* when its basis is a sum of earlier ones.
//   - swizzle: a basis with bits in several places. With lane 2 -> (1, 2), row 1 would have its halves exchanged.
//   - conversion: the composition of one layout with the inverse of another (`invertAndCompose`): for every place of
//   the
//     destination, the place of the source that holds the element. Where it leaves lanes and warps alone it is a
//     renaming of registers; where it leaves warps alone, a warp shuffle; else it goes through shared memory.
//   - shared memory: the same kind of map, from the bits of an element offset to coordinates. Its inverse after a
//   register
//     layout gives the addresses; bank conflicts are linear algebra too (Swizzle.h).
//
// Conventions.
//   - The direction is hardware -> tensor, since that is a function even with broadcast, where the other way is not.
//   - Dimensions are ordered; the first is the least significant when they are flattened into one number. Inputs of a
//   tensor's
//     layout are register, lane, warp, block and outputs dim0, dim1, ... in this order. (Row-major order, in which the
//     *last* dimension runs fastest, is therefore the reversed output order: see `reshapeRowMajor` in Families.h.)
//   - All sizes are powers of two. `a * b` extends: inputs and outputs that both have are laid side by side, a's bits
//   lowest.
//   - A value, without MLIR: all bases are packed into one 64-bit word each, so the algebra is a handful of XORs.
//   - Preconditions (such as: the dimension exists) are asserted; whoever reads layouts from text checks them first
//   with
//     `LinearLayout::fromBases`, which returns an error.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tritonc {

/// Names of dimensions. `outDim(i)` makes the tensor dimensions.
enum class Dim : uint8_t { Register, Lane, Warp, Block, Offset, Dim0 = 16 };
constexpr unsigned maxTensorRank = 16;

constexpr Dim outDim(unsigned i) { return Dim(unsigned(Dim::Dim0) + i); }
constexpr bool isTensorDim(Dim dim) { return dim >= Dim::Dim0; }
constexpr unsigned tensorDimIndex(Dim dim) { return unsigned(dim) - unsigned(Dim::Dim0); }
/// `register`, `lane`, `warp`, `block`, `offset`, `dim0`, ...
std::string dimName(Dim dim);
std::optional<Dim> dimFromName(llvm::StringRef name);

/// A dimension and the logarithm of its size.
struct DimBits {
  Dim dim;
  unsigned bits;
  int32_t size() const { return int32_t(1) << bits; }
  friend bool operator==(const DimBits &a, const DimBits &b) { return a.dim == b.dim && a.bits == b.bits; }
  friend llvm::hash_code hash_value(const DimBits &d) { return llvm::hash_combine(unsigned(d.dim), d.bits); }
};

/// A value for each of some dimensions.
using Coordinates = llvm::SmallVector<std::pair<Dim, int32_t>, 4>;

/// The images of one input dimension's bits, each as one coordinate per output dimension.
struct InputBases {
  Dim dim;
  std::vector<std::vector<int32_t>> bases;
};

/// One term of the code for an output: XOR of all `shift(in & mask)`, where a positive shift is to the left.
struct ShiftTerm {
  Dim in;
  uint32_t mask;
  int shift;
};

class LinearLayout {
public:
  /// The map from nothing to nothing: neutral in products.
  LinearLayout() = default;

  //===--- Making -------------------------------------------------------===//

  /// From bases, as printed. `outs` gives names and sizes. Asserts what `fromBases` checks.
  LinearLayout(llvm::ArrayRef<InputBases> ins, llvm::ArrayRef<DimBits> outs);
  /// The same for text from outside: an error where a coordinate does not fit its dimension or a name occurs twice.
  static llvm::Expected<LinearLayout> fromBases(llvm::ArrayRef<InputBases> ins, llvm::ArrayRef<DimBits> outs);
  /// All inputs go to zero.
  static LinearLayout zeros(llvm::ArrayRef<DimBits> ins, llvm::ArrayRef<DimBits> outs);
  /// in -> out of `size` elements each.
  static LinearLayout identity1D(int32_t size, Dim in, Dim out);
  /// `size` values of in, all to out = 0, where out has `outSize` elements.
  static LinearLayout zeros1D(int32_t size, Dim in, Dim out, int32_t outSize = 1);
  /// in -> in * stride.
  static LinearLayout strided1D(int32_t size, int32_t stride, Dim in, Dim out);

  //===--- Looking ------------------------------------------------------===//

  llvm::ArrayRef<DimBits> ins() const { return inDims; }
  llvm::ArrayRef<DimBits> outs() const { return outDims; }
  bool hasIn(Dim dim) const;
  bool hasOut(Dim dim) const;
  /// Logarithm of a dimension's size; 0 when the layout lacks it.
  unsigned inBits(Dim dim) const;
  unsigned outBits(Dim dim) const;
  int32_t inSize(Dim dim) const { return int32_t(1) << inBits(dim); }
  int32_t outSize(Dim dim) const { return int32_t(1) << outBits(dim); }
  unsigned totalInBits() const { return columns.size(); }
  unsigned totalOutBits() const;

  /// What bit `bit` of `in` adds (XOR) to coordinate `out`.
  int32_t basis(Dim in, unsigned bit, Dim out) const;
  /// The same for all outputs, in their order.
  llvm::SmallVector<int32_t, 4> basis(Dim in, unsigned bit) const;
  /// The same with all outputs packed into one number, first output lowest.
  uint64_t flatBasis(Dim in, unsigned bit) const { return columns[inShift(in) + bit]; }
  /// All bases of one input or of all, packed.
  llvm::ArrayRef<uint64_t> flatBases(Dim in) const;
  llvm::ArrayRef<uint64_t> flatBases() const { return columns; }

  /// The element at these indices. Inputs that are left out are 0.
  Coordinates apply(const Coordinates &indices) const;
  /// One coordinate of it.
  int32_t apply(const Coordinates &indices, Dim out) const;
  /// The same on packed numbers.
  uint64_t applyFlat(uint64_t index) const;

  /// Coordinate `out` as shifts and masks of the inputs: the shortest form for generated code. A plain stride is one
  /// term.
  llvm::SmallVector<ShiftTerm, 8> shiftTerms(Dim out) const;

  //===--- Properties ---------------------------------------------------===//

  unsigned rank() const;
  /// Every element has a holder.
  bool isSurjective() const { return rank() == totalOutBits(); }
  /// No element has two.
  bool isInjective() const { return rank() == totalInBits(); }
  bool isInvertible() const { return totalInBits() == totalOutBits() && isSurjective(); }
  /// The bits of `in` whose bases are sums of the bases of earlier bits. Indices that differ only in free bits hold the
  /// same elements as some others, so whoever has a free bit set need not store.
  int32_t freeVariableMask(Dim in) const;
  /// All bases of `in` in the outputs `outs` are zero.
  bool isZero(llvm::ArrayRef<Dim> ins, llvm::ArrayRef<Dim> outs) const;
  /// `dim` is both an input and an output, goes to itself unchanged, and nothing else goes there.
  bool isIdentityOn(Dim dim) const;
  /// The largest 2^k such that indices 0 .. 2^k-1 of `in` are 2^k neighbours along `out`, aligned to 2^k, at every
  /// setting of the other inputs: the widest vector access.
  int32_t numConsecutive(Dim in, Dim out) const;

  //===--- Algebra ------------------------------------------------------===//

  /// Lays `b` next to `a`: shared dimensions grow, the bits of `a` below those of `b`.
  friend LinearLayout operator*(const LinearLayout &a, const LinearLayout &b);
  LinearLayout &operator*=(const LinearLayout &b) { return *this = *this * b; }
  /// If this is `divisor * q`, that q (with all dimensions of this that it does not need left out). Dimensions that q
  /// keeps have the remaining sizes.
  std::optional<LinearLayout> divideLeft(const LinearLayout &divisor) const;
  /// If this is `q * divisor`, that q.
  std::optional<LinearLayout> divideRight(const LinearLayout &divisor) const;

  /// First this, then `outer`, whose inputs are this layout's outputs (by name; it may be larger).
  LinearLayout compose(const LinearLayout &outer) const;
  /// The inverse of an invertible layout.
  LinearLayout invert() const;
  /// For a surjective layout: some inputs for every output, free variables zero.
  LinearLayout pseudoinvert() const;
  /// The map c with source(c(x)) = this(x): for each place x of this layout, a place of `source` that holds the same
  /// element. `source` must be surjective onto what this covers. Where several places do, x itself if possible, then
  /// the one with the least communication (registers before lanes before warps).
  LinearLayout invertAndCompose(const LinearLayout &source) const;

  /// Only these inputs and outputs, in the order given.
  LinearLayout sublayout(llvm::ArrayRef<Dim> ins, llvm::ArrayRef<Dim> outs) const;
  /// More inputs (new names) to the same outputs; the outputs' sizes are the larger ones.
  LinearLayout concatIns(const LinearLayout &other) const;
  /// The same inputs to more outputs (new names).
  LinearLayout concatOuts(const LinearLayout &other) const;
  LinearLayout transposeIns(llvm::ArrayRef<Dim> order) const;
  LinearLayout transposeOuts(llvm::ArrayRef<Dim> order) const;
  /// Cuts the same bits, flattened first dimension lowest, into other dimensions.
  LinearLayout reshapeIns(llvm::ArrayRef<DimBits> dims) const;
  LinearLayout reshapeOuts(llvm::ArrayRef<DimBits> dims) const;
  LinearLayout flattenIns(Dim name) const { return reshapeIns({{name, totalInBits()}}); }
  LinearLayout flattenOuts(Dim name) const { return reshapeOuts({{name, totalOutBits()}}); }
  /// Other names for the outputs or inputs, in order.
  LinearLayout renameOuts(llvm::ArrayRef<Dim> names) const;
  LinearLayout renameIns(llvm::ArrayRef<Dim> names) const;
  /// Without the bits of `in` whose basis is zero (copies).
  LinearLayout removeZeroBases(Dim in) const;
  /// Output `out` cut to its lowest `bits` bits; what lay beyond wraps around.
  LinearLayout clipOut(Dim out, unsigned bits) const;

  friend bool operator==(const LinearLayout &a, const LinearLayout &b) {
    return a.inDims == b.inDims && a.outDims == b.outDims && a.columns == b.columns;
  }
  friend bool operator!=(const LinearLayout &a, const LinearLayout &b) { return !(a == b); }
  friend llvm::hash_code hash_value(const LinearLayout &layout);

  /// `{register=[[0,1]], lane=[[0,2],[1,0]], warp=[[2,0]], block=[]}`.
  std::string toString() const;

private:
  unsigned inShift(Dim dim) const;
  unsigned outShift(Dim dim) const;
  uint64_t outMask(Dim dim) const;

  llvm::SmallVector<DimBits, 4> inDims;
  llvm::SmallVector<DimBits, 4> outDims;
  /// One packed basis for each input bit, in the order of the inputs.
  llvm::SmallVector<uint64_t, 16> columns;
};

} // namespace tritonc
