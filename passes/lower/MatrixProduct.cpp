//===- MatrixProduct.cpp - tt.dot by a matrix unit ------------------------===//
//
// The layouts of the operands and of the result were made of the instruction's tiles (layout/MatrixInstructions.h), so
// a thread holds whole tiles' shares. The walk goes over K outside, over the tiles of the result inside; which register
// holds an element of a tile is looked up by its coordinates, so that the order of registers does not matter here.
//
//   %d = tt.dot %a, %b, %c {ttg.mma = "mma.m16n8k16.f32.f16.f16"}     a warp's 32 x 16 of the result, K = 32:
//     for k in 0, 16:  for m in 0, 16:  for n in 0, 8:  d[m, n] = mma(a[m, k], b[k, n], d[m, n])
//
// Blocks of other elements than the instruction's are converted register by register. Floats of 32 bits are cut into
// terms of fewer bits, x = x0 + x1 (+ x2), each rounded from what the terms before it leave; the products of terms that
// matter are summed, the smallest first:
//   tf32      x0 y0                                  11 bits of each factor count
//   tf32x3    x1 y0 + x0 y1 + x0 y0                  about 21
//   bf16x3    the same with 8-bit terms              about 16
//   bf16x6    x2 y0 + x1 y1 + x0 y2 + (bf16x3)       about 24
// (Ootomo and Yokota, "Recovering single precision accuracy from Tensor Cores", arXiv 2203.03341, has the analysis.)
//
//===----------------------------------------------------------------------===//
#include "passes/lower/MatrixProduct.h"
#include "passes/lower/Fp8.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

using MatrixRole = TargetOps::MatrixRole;

/// Which terms of A and B are multiplied, in this order.
using Terms = SmallVector<std::pair<unsigned, unsigned>, 6>;

/// Flat coordinates (first dimension lowest) to the register that holds them in lane 0 of warp 0.
class RegisterIndex {
public:
  explicit RegisterIndex(const LinearLayout &layout) : layout(layout) {
    ArrayRef<uint64_t> bases = layout.flatBases(Dim::Register);
    places.reserve(size_t(1) << bases.size());
    for (uint32_t reg = 0; reg < 1u << bases.size(); ++reg) {
      uint64_t flat = 0;
      for (auto [bit, base] : llvm::enumerate(bases))
        flat ^= (reg >> bit & 1) ? base : 0;
      places.try_emplace(flat, reg);
    }
  }

  uint64_t flatten(ArrayRef<int32_t> at) const {
    uint64_t flat = 0;
    unsigned shift = 0;
    for (auto [c, out] : llvm::zip(at, layout.outs())) {
      flat |= uint64_t(c & (out.size() - 1)) << shift;
      shift += out.bits;
    }
    return flat;
  }
  std::optional<unsigned> find(uint64_t flat) const {
    auto found = places.find(flat);
    return found == places.end() ? std::nullopt : std::optional<unsigned>(found->second);
  }
  uint64_t flatOfRegister(uint32_t reg) const {
    uint64_t flat = 0;
    for (auto [bit, base] : llvm::enumerate(layout.flatBases(Dim::Register)))
      flat ^= (reg >> bit & 1) ? base : 0;
    return flat;
  }
  SmallVector<int32_t, 4> coordinates(uint64_t flat) const {
    SmallVector<int32_t, 4> at;
    for (const DimBits &out : layout.outs()) {
      at.push_back(int32_t(flat & uint64_t(out.size() - 1)));
      flat >>= out.bits;
    }
    return at;
  }

private:
  const LinearLayout &layout;
  llvm::DenseMap<uint64_t, unsigned> places;
};

class ProductLowering {
public:
  ProductLowering(FunctionLowering &f, tt::DotOp op, const DotMatrix &unit)
      : f(f), e(f.e), op(op), instruction(unit.instruction), kWidth(unit.kWidth), tiles(tilesOf(instruction)),
        rank(unsigned(op.getType().getRank())),
        kOrder(tiles, unit.kWidth, cast<RankedTensorType>(op.getA().getType()).getShape().back()),
        accumulators(f.layout(op.getType())),
        operands{Operand(f, op.getA(), rank - 1), Operand(f, op.getB(), rank - 2)} {}

  LogicalResult run();

private:
  struct Operand {
    Operand(FunctionLowering &f, Value v, unsigned inner)
        : type(cast<RankedTensorType>(v.getType())), index(f.layout(type)), inner(inner), value(v) {}
    RankedTensorType type;
    RegisterIndex index;
    /// The dimension of K.
    unsigned inner;
    Value value;
    /// All registers, for each term.
    SmallVector<Registers, 3> terms;
    /// Words of tiles made so far, by their first element and step along K; one entry for each term.
    std::map<std::pair<uint64_t, unsigned>, SmallVector<SmallVector<Value>, 3>> fragments;
  };

  LogicalResult checkLayouts();
  LogicalResult findTiles();
  Registers converted(Operand &operand, MatrixElement to);
  void split(Operand &operand, MatrixElement to, unsigned count);
  Terms prepareTerms();
  ArrayRef<SmallVector<Value>> fragment(unsigned which, uint64_t origin, unsigned step);
  LogicalResult fit(bool good);
  int64_t depth() { return operands[0].type.getShape().back(); }

  FunctionLowering &f;
  Emitter &e;
  tt::DotOp op;
  const MatrixInstruction &instruction;
  unsigned kWidth;
  MatrixTiles tiles;
  unsigned rank;
  KOrder kOrder;
  RegisterIndex accumulators;
  Operand operands[2];

  /// A tile of the result.
  struct Tile {
    /// For each of the instruction's registers, the register of the block.
    SmallVector<unsigned> registers;
    /// The first elements of A and B for it, at K = 0.
    uint64_t origin[2];
    SmallVector<Value> words;
  };
  std::vector<Tile> results;
};

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// The coordinates of an element of a tile, moved to the last two dimensions.
SmallVector<int32_t, 4> inBlock(const LinearLayout &tile, unsigned reg, unsigned rank) {
  SmallVector<int32_t, 4> at(rank, 0);
  for (unsigned d = 0; d < 2; ++d)
    at[rank - 2 + d] = tile.apply({{Dim::Register, int32_t(reg)}}, outDim(d));
  return at;
}

LogicalResult ProductLowering::fit(bool good) {
  if (good)
    return success();
  return op.emitError() << "the layouts of a product are not those of " << instruction.name();
}

/// Lanes and warps are nowhere looked up: they must be where the instruction has them.
LogicalResult ProductLowering::checkLayouts() {
  const LinearLayout &result = f.layout(op.getType());
  for (unsigned which = 0; which < 2; ++which) {
    std::optional<LinearLayout> expected = matrixOperandLayout(instruction, kWidth, result, which, depth());
    if (failed(fit(expected && *expected == f.layout(operands[which].type))))
      return failure();
  }
  return success();
}

LogicalResult ProductLowering::findTiles() {
  unsigned count = unsigned(f.registers(op.getC()).size());
  std::vector<bool> seen(count, false);
  for (unsigned reg = 0; reg < count; ++reg) {
    if (seen[reg])
      continue;
    // The first register not yet in a tile is the first of its tile: tiles take the lowest register bits.
    uint64_t origin = accumulators.flatOfRegister(reg);
    SmallVector<int32_t, 4> at = accumulators.coordinates(origin);
    Tile tile;
    for (unsigned r = 0; r < unsigned(tiles.acc.inSize(Dim::Register)); ++r) {
      std::optional<unsigned> place = accumulators.find(origin ^ accumulators.flatten(inBlock(tiles.acc, r, rank)));
      if (failed(fit(place.has_value())))
        return failure();
      seen[*place] = true;
      tile.registers.push_back(*place);
    }
    for (unsigned which = 0; which < 2; ++which) {
      SmallVector<int32_t, 4> first = at;
      first[operands[which].inner] = 0;
      tile.origin[which] = operands[which].index.flatten(first);
    }
    results.push_back(std::move(tile));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Type floatType(Emitter &e, MatrixElement element) {
  switch (element) {
  case MatrixElement::F16:
    return e.f16Ty();
  case MatrixElement::BF16:
    return e.bf16Ty();
  case MatrixElement::F64:
    return e.f64Ty();
  default:
    return e.f32Ty();
  }
}

/// What is left of x after its term `part` is taken off: nothing where that is infinite or no number.
Value remainder(Emitter &e, Value x, Value part) {
  Value rest = e.fsub(x, part);
  Value isNumber = e.fcmp(LLVM::FCmpPredicate::oeq, rest, rest);
  return e.select(isNumber, rest, e.zero(rest.getType()));
}

void ProductLowering::split(Operand &operand, MatrixElement to, unsigned count) {
  operand.terms.assign(count, Registers());
  for (Value x : f.registers(operand.value))
    for (unsigned term = 0; term < count; ++term) {
      Value part = to == MatrixElement::TF32 ? f.target.roundToTf32(e, x) : e.fptrunc(x, e.bf16Ty());
      operand.terms[term].push_back(part);
      if (term + 1 < count)
        x = remainder(e, x, e.fpext(part, e.f32Ty()));
    }
}

/// The operand's registers as elements of the instruction.
Registers ProductLowering::converted(Operand &operand, MatrixElement to) {
  Registers values(f.registers(operand.value));
  Type from = operand.type.getElementType();
  if (matrixElement(from) == to || !isa<FloatType>(from))
    return values;
  if (from.getIntOrFloatBitWidth() == 8)
    return Registers(fp8ToFloat(f, values, from, floatType(e, to)));
  for (Value &v : values)
    v = from.getIntOrFloatBitWidth() < elementBits(to) ? e.fpext(v, floatType(e, to)) : e.fptrunc(v, floatType(e, to));
  return values;
}

Terms ProductLowering::prepareTerms() {
  bool isF32 = operands[0].type.getElementType().isF32() && instruction.a != MatrixElement::F32;
  if (!isF32) {
    operands[0].terms = {converted(operands[0], instruction.a)};
    operands[1].terms = {converted(operands[1], instruction.b)};
    return {{0, 0}};
  }
  Terms terms{{0, 0}};
  switch (op.getInputPrecision()) {
  case tt::InputPrecision::BF16x6:
    terms = {{2, 0}, {1, 1}, {0, 2}, {1, 0}, {0, 1}, {0, 0}};
    break;
  case tt::InputPrecision::BF16x3:
  case tt::InputPrecision::TF32x3:
    terms = {{1, 0}, {0, 1}, {0, 0}};
    break;
  default:
    break;
  }
  for (Operand &operand : operands)
    split(operand, instruction.a, terms.front().first + 1);
  return terms;
}

ArrayRef<SmallVector<Value>> ProductLowering::fragment(unsigned which, uint64_t origin, unsigned step) {
  Operand &operand = operands[which];
  auto [place, isNew] = operand.fragments.try_emplace({origin, step});
  if (!isNew)
    return place->second;
  const LinearLayout &tile = which == 0 ? tiles.a : tiles.b;
  SmallVector<unsigned> registers;
  for (unsigned r = 0; r < unsigned(tile.inSize(Dim::Register)); ++r) {
    SmallVector<int32_t, 4> at = inBlock(tile, r, rank);
    at[operand.inner] = kOrder(int32_t(step * instruction.k) + at[operand.inner]);
    std::optional<unsigned> reg = operand.index.find(origin ^ operand.index.flatten(at));
    if (!reg)
      return {};
    registers.push_back(*reg);
  }
  for (const Registers &term : operand.terms) {
    SmallVector<Value> elements;
    for (unsigned reg : registers)
      elements.push_back(term[reg]);
    place->second.push_back(f.target.matrixWords(e, instruction, which == 0 ? MatrixRole::A : MatrixRole::B, elements));
  }
  return place->second;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

LogicalResult ProductLowering::run() {
  if (failed(checkLayouts()) || failed(findTiles()))
    return failure();
  Terms terms = prepareTerms();
  Type sumType = f.elementType(op.getType());
  bool isRounded = isa<FloatType>(sumType) && Emitter::bitsOf(sumType) < elementBits(instruction.acc);
  Registers sums(f.registers(op.getC()));
  for (Tile &tile : results) {
    SmallVector<Value> elements;
    for (unsigned reg : tile.registers)
      elements.push_back(isRounded ? e.fpext(sums[reg], floatType(e, instruction.acc)) : sums[reg]);
    tile.words = f.target.matrixWords(e, instruction, MatrixRole::Accumulator, elements);
  }
  unsigned steps = unsigned(depth() / instruction.k);
  for (unsigned step = 0; step < steps; ++step)
    for (auto [termA, termB] : terms)
      for (Tile &tile : results) {
        ArrayRef<SmallVector<Value>> a = fragment(0, tile.origin[0], step), b = fragment(1, tile.origin[1], step);
        if (failed(fit(!a.empty() && !b.empty())))
          return failure();
        tile.words = f.target.matrixProduct(e, instruction, a[termA], b[termB], tile.words);
      }
  for (Tile &tile : results)
    for (auto [reg, v] : llvm::zip(tile.registers, f.target.matrixElements(e, instruction, tile.words)))
      sums[reg] = isRounded ? e.fptrunc(v, sumType) : v;
  f.set(op.getResult(), std::move(sums));
  return success();
}

} // namespace

bool multipliesInRegisters(tt::DotOp op) {
  auto name = op->getAttrOfType<StringAttr>(matrixAttr);
  return name && !name.getValue().starts_with("wgmma");
}

LogicalResult lowerMatrixProduct(FunctionLowering &f, tt::DotOp op) {
  std::optional<DotMatrix> unit = dotMatrix(op);
  if (!unit)
    return op.emitError() << "this target has no matrix instruction " << op->getAttr(matrixAttr);
  if (op.getType().getRank() > 3)
    return op.emitError() << "products of more than three dimensions cannot be compiled for a matrix unit";
  return ProductLowering(f, op, *unit).run();
}

} // namespace tritonc::lower
