//===- MatrixInstructions.cpp - what the matrix units of GPUs multiply ----===//
#include "passes/layout/MatrixInstructions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using namespace tritonc;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Elements, names, tables
//===----------------------------------------------------------------------===//

StringRef tritonc::elementName(MatrixElement element) {
  switch (element) {
  case MatrixElement::F16:
    return "f16";
  case MatrixElement::BF16:
    return "bf16";
  case MatrixElement::TF32:
    return "tf32";
  case MatrixElement::F32:
    return "f32";
  case MatrixElement::F64:
    return "f64";
  case MatrixElement::I8:
    return "i8";
  case MatrixElement::I32:
    return "i32";
  case MatrixElement::E4M3:
    return "e4m3";
  case MatrixElement::E5M2:
    return "e5m2";
  case MatrixElement::E4M3Fnuz:
    return "e4m3fnuz";
  case MatrixElement::E5M2Fnuz:
    return "e5m2fnuz";
  }
  return "";
}

unsigned tritonc::elementBits(MatrixElement element) {
  switch (element) {
  case MatrixElement::F16:
  case MatrixElement::BF16:
    return 16;
  case MatrixElement::F64:
    return 64;
  case MatrixElement::TF32:
  case MatrixElement::F32:
  case MatrixElement::I32:
    return 32;
  default:
    return 8;
  }
}

bool tritonc::isFp8(MatrixElement element) { return elementBits(element) == 8 && element != MatrixElement::I8; }

std::string MatrixInstruction::name() const {
  StringRef prefix = family == MatrixFamily::MmaSync ? "mma"
                     : family == MatrixFamily::Wgmma ? "wgmma"
                     : family == MatrixFamily::Mfma  ? "mfma"
                                                     : "wmma";
  std::string text = (prefix + ".m" + llvm::Twine(m) + "n" + llvm::Twine(n) + "k" + llvm::Twine(k)).str();
  for (MatrixElement element : {acc, a, b})
    text += "." + elementName(element).str();
  return swapped ? text + ".t" : text;
}

bool tritonc::hasMatrixInstruction(const Target &target, const MatrixInstruction &instruction) {
  if (target.isAMD())
    return amdHasMatrixInstruction(target, instruction);
  if (instruction.family == MatrixFamily::Wgmma)
    return target.computeCapability == 90 && target.archSpecific;
  return target.isNVIDIA() && target.computeCapability >= instruction.minCapability;
}

std::optional<MatrixInstruction> tritonc::findMatrixInstruction(const Target &target, StringRef name) {
  ArrayRef<MatrixInstruction> rows = target.isAMD()      ? amdMatrixInstructions()
                                     : target.isNVIDIA() ? nvidiaMatrixInstructions()
                                                         : ArrayRef<MatrixInstruction>();
  for (const MatrixInstruction &row : rows)
    if (hasMatrixInstruction(target, row) && row.name() == name)
      return row;
  return std::nullopt;
}

MatrixTiles tritonc::tilesOf(const MatrixInstruction &instruction) {
  bool isNvidia = instruction.family == MatrixFamily::MmaSync || instruction.family == MatrixFamily::Wgmma;
  return isNvidia ? nvidiaTiles(instruction) : amdTiles(instruction);
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Splits `count` warps over the rows and columns of tiles. A warp reads its rows of A and its columns of B, so the
/// split with the least of both moves least; warps along one dimension only keep reductions along the other inside a
/// warp.
static std::pair<int, int> splitWarps(int count, int maxM, int maxN, const MatrixProblem &problem) {
  int warpsM = 1, warpsN = 1;
  while (warpsM * warpsN < count) {
    bool roomM = warpsM < maxM, roomN = warpsN < maxN;
    if (!roomM && !roomN)
      break;
    // Longer rows of the remaining part: cut there.
    bool alongM = problem.m / warpsM >= problem.n / warpsN;
    if (problem.options.warpsAlongM != problem.options.warpsAlongN)
      alongM = problem.options.warpsAlongM;
    if (alongM ? roomM : !roomN)
      warpsM *= 2;
    else
      warpsN *= 2;
  }
  return {warpsM, warpsN};
}

std::optional<MatrixChoice> tritonc::chooseMatrixInstruction(const Target &target, const MatrixProblem &problem) {
  std::optional<MatrixInstruction> found = target.isAMD()      ? chooseAmdInstruction(target, problem)
                                           : target.isNVIDIA() ? chooseNvidiaInstruction(target, problem)
                                                               : std::nullopt;
  if (!found)
    return std::nullopt;
  MatrixChoice choice{*found, 1, 1, 1, 1};
  MatrixTiles tiles = tilesOf(*found);
  unsigned native = nativeKWidth(tiles);
  // Blocks of narrower elements than the instruction takes: a full word of them in each thread.
  unsigned narrowest = std::min(elementBits(problem.a), elementBits(problem.b));
  unsigned wanted = native;
  if (narrowest < elementBits(found->a))
    wanted = std::max(wanted, 32 / narrowest);
  wanted = std::max(wanted, native * unsigned(std::max(1, problem.options.kPack)));
  // What lanes hold along K is not to be had.
  unsigned lanes = 1;
  for (unsigned bit = 0; bit < tiles.a.inBits(Dim::Lane); ++bit)
    lanes *= tiles.a.basis(Dim::Lane, bit, outDim(1)) ? 2 : 1;
  choice.kWidth = std::max(native, std::min(wanted, unsigned(problem.k) / lanes));

  int inTile = tiles.acc.hasIn(Dim::Warp) ? tiles.acc.inSize(Dim::Warp) : 1;
  int left = std::max(1, problem.numWarps / inTile);
  choice.warpsBatch = int(std::min<int64_t>(left, problem.batch));
  auto [warpsM, warpsN] = splitWarps(left / choice.warpsBatch, std::max(1, int(problem.m / found->m)),
                                     std::max(1, int(problem.n / found->n)), problem);
  choice.warpsM = warpsM;
  choice.warpsN = warpsN;
  return choice;
}

//===----------------------------------------------------------------------===//
// Layouts of blocks
//===----------------------------------------------------------------------===//

unsigned tritonc::nativeKWidth(const MatrixTiles &tiles) {
  unsigned width = 1;
  auto isRegister = [&](int32_t k) {
    for (unsigned bit = 0; bit < tiles.a.inBits(Dim::Register); ++bit)
      if (tiles.a.basis(Dim::Register, bit, outDim(1)) == k)
        return true;
    return false;
  };
  while (isRegister(int32_t(width)))
    width *= 2;
  return width;
}

KOrder::KOrder(const MatrixTiles &tiles, unsigned kWidth, int64_t k) {
  unsigned bits = llvm::Log2_64(uint64_t(k)), inTile = tiles.a.outBits(outDim(1));
  uint32_t laneBits = 0;
  for (unsigned bit = 0; bit < tiles.a.inBits(Dim::Lane); ++bit)
    laneBits |= uint32_t(tiles.a.basis(Dim::Lane, bit, outDim(1)));
  // Registers (and steps) for the lowest coordinates, then lanes, then the other registers.
  SmallVector<unsigned, 16> registers, lanes;
  for (unsigned bit = 0; bit < bits; ++bit)
    (bit < inTile && (laneBits >> bit & 1) ? lanes : registers).push_back(bit);
  unsigned low = std::min<unsigned>(llvm::Log2_32(kWidth), registers.size());
  SmallVector<unsigned, 16> order(registers.begin(), registers.begin() + low);
  order.append(lanes);
  order.append(registers.begin() + low, registers.end());
  bitTo.resize(bits);
  for (auto [to, from] : llvm::enumerate(order))
    bitTo[from] = uint8_t(to);
}

int32_t KOrder::operator()(int32_t index) const {
  int32_t coordinate = 0;
  for (auto [from, to] : llvm::enumerate(bitTo))
    coordinate |= (index >> from & 1) << to;
  return coordinate;
}

namespace {
/// Bases of one input, as coordinates.
using Bases = std::vector<std::vector<int32_t>>;

/// Bases of a tile's input, moved to the last two of `rank` dimensions and cut to `shape`.
Bases tileBases(const LinearLayout &tile, Dim in, ArrayRef<int64_t> shape) {
  unsigned rank = unsigned(shape.size());
  Bases bases;
  for (unsigned bit = 0; bit < tile.inBits(in); ++bit) {
    std::vector<int32_t> at(rank, 0);
    for (unsigned d = 0; d < 2; ++d)
      at[rank - 2 + d] = int32_t(tile.basis(in, bit, outDim(d)) & (shape[rank - 2 + d] - 1));
    bases.push_back(std::move(at));
  }
  return bases;
}

bool isZero(const std::vector<int32_t> &at) {
  return llvm::all_of(at, [](int32_t c) { return c == 0; });
}
void dropZeros(Bases &bases) { llvm::erase_if(bases, isZero); }

Bases basesOf(const LinearLayout &layout, Dim in) {
  Bases bases;
  for (unsigned bit = 0; bit < layout.inBits(in); ++bit) {
    SmallVector<int32_t, 4> at = layout.basis(in, bit);
    bases.emplace_back(at.begin(), at.end());
  }
  return bases;
}

LinearLayout makeLayout(Bases registers, Bases lanes, Bases warps, unsigned blockBits, ArrayRef<int64_t> shape) {
  SmallVector<DimBits, 4> outs;
  for (auto [d, size] : llvm::enumerate(shape))
    outs.push_back({outDim(unsigned(d)), llvm::Log2_64(uint64_t(size))});
  Bases blocks(blockBits, std::vector<int32_t>(shape.size(), 0));
  InputBases ins[] = {{Dim::Register, std::move(registers)},
                      {Dim::Lane, std::move(lanes)},
                      {Dim::Warp, std::move(warps)},
                      {Dim::Block, std::move(blocks)}};
  return LinearLayout(ins, outs);
}
} // namespace

LinearLayout tritonc::accumulatorLayout(const MatrixChoice &choice, ArrayRef<int64_t> shape, int numWarps,
                                        int numCtas) {
  MatrixTiles tiles = tilesOf(choice.instruction);
  unsigned rank = unsigned(shape.size());
  Bases registers = tileBases(tiles.acc, Dim::Register, shape), lanes = tileBases(tiles.acc, Dim::Lane, shape),
        warps = tileBases(tiles.acc, Dim::Warp, shape);
  dropZeros(registers);
  SmallVector<int64_t, 4> covered(rank, 1);
  covered[rank - 2] = choice.instruction.m;
  covered[rank - 1] = choice.instruction.n;
  auto extend = [&](Bases &bases, unsigned dim, int64_t count) {
    for (; count > 1; count /= 2, covered[dim] *= 2) {
      std::vector<int32_t> at(rank, 0);
      at[dim] = covered[dim] < shape[dim] ? int32_t(covered[dim]) : 0;
      bases.push_back(std::move(at));
    }
  };
  extend(warps, rank - 2, choice.warpsM);
  extend(warps, rank - 1, choice.warpsN);
  if (rank > 2)
    extend(warps, 0, choice.warpsBatch);
  while ((1 << warps.size()) < numWarps)
    warps.emplace_back(rank, 0);
  for (unsigned dim = rank; dim-- > 0;)
    if (covered[dim] < shape[dim])
      extend(registers, dim, shape[dim] / covered[dim]);
  return makeLayout(std::move(registers), std::move(lanes), std::move(warps), llvm::Log2_32(uint32_t(numCtas)), shape);
}

std::optional<LinearLayout> tritonc::matrixOperandLayout(const MatrixInstruction &instruction, unsigned kWidth,
                                                         const LinearLayout &accumulator, unsigned operand, int64_t k) {
  SmallVector<int64_t, 4> shape = shapeOf(accumulator);
  unsigned rank = unsigned(shape.size()), inner = operand == 0 ? rank - 1 : rank - 2;
  if (rank < 2 || k < int64_t(instruction.k))
    return std::nullopt;
  MatrixTiles tiles = tilesOf(instruction);
  // The accumulator must begin with the instruction's tile.
  Bases tileRegisters = tileBases(tiles.acc, Dim::Register, shape);
  dropZeros(tileRegisters);
  Bases registers = basesOf(accumulator, Dim::Register), warps = basesOf(accumulator, Dim::Warp);
  if (basesOf(accumulator, Dim::Lane) != tileBases(tiles.acc, Dim::Lane, shape) ||
      registers.size() < tileRegisters.size() ||
      !std::equal(tileRegisters.begin(), tileRegisters.end(), registers.begin()))
    return std::nullopt;

  KOrder order(tiles, kWidth, k);
  SmallVector<int64_t, 4> operandShape = shape;
  operandShape[inner] = k;
  auto own = [&](Dim in) {
    Bases bases = tileBases(operand == 0 ? tiles.a : tiles.b, in, operandShape);
    for (std::vector<int32_t> &at : bases)
      at[inner] = order(at[inner]);
    return bases;
  };
  Bases result = own(Dim::Register);
  for (int32_t step = int32_t(instruction.k); step < k; step *= 2) {
    std::vector<int32_t> at(rank, 0);
    at[inner] = order(step);
    result.push_back(std::move(at));
  }
  auto repeat = [&](std::vector<int32_t> at) {
    at[inner] = 0;
    return at;
  };
  for (const std::vector<int32_t> &at : llvm::drop_begin(registers, tileRegisters.size()))
    result.push_back(repeat(at));
  dropZeros(result);
  for (std::vector<int32_t> &at : warps)
    at = repeat(at);
  return makeLayout(std::move(result), own(Dim::Lane), std::move(warps), accumulator.inBits(Dim::Block), operandShape);
}
