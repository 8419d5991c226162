//===- MatrixInstructionsNvidia.cpp - mma.sync and wgmma ------------------===//
//
// PTX ISA 8.7, section 9.7.14.5 "Matrix multiply-accumulate operation using mma instruction": with g = lane / 4 and
// t = lane % 4, and p elements of A or B in one 32-bit register (one for f64),
//   A: row g (+ 8), columns t * p ... t * p + p - 1, then the same 4 p further on;   B: the same with rows and columns
//   exchanged, without the second half of rows;   C: row g (+ 8), columns 2 t and 2 t + 1.
// Registers of A count: within a register, rows + 8, columns + 4 p. All shapes and types follow this one pattern.
//
// Section 9.7.15.5 "Asynchronous wgmma.mma_async": the accumulator of 64 x n is that of mma.sync for each of the four
// warps, one 16 rows below the other, with columns + 8 counted last; so is A where it comes from registers.
//
//===----------------------------------------------------------------------===//
#include "passes/layout/MatrixInstructions.h"
#include "llvm/ADT/STLExtras.h"

using namespace tritonc;
using E = MatrixElement;

static constexpr auto Mma = MatrixFamily::MmaSync;
static constexpr auto Wg = MatrixFamily::Wgmma;

/// The better ones first: the first that fits is taken. Least capability as in the table "Target ISA notes" of mma.
static const MatrixInstruction rows[] = {
    {Mma, 16, 8, 16, E::F16, E::F16, E::F32, false, 80},
    {Mma, 16, 8, 8, E::F16, E::F16, E::F32, false, 75},
    {Mma, 16, 8, 16, E::F16, E::F16, E::F16, false, 80},
    {Mma, 16, 8, 8, E::F16, E::F16, E::F16, false, 75},
    {Mma, 16, 8, 16, E::BF16, E::BF16, E::F32, false, 80},
    {Mma, 16, 8, 8, E::BF16, E::BF16, E::F32, false, 80},
    {Mma, 16, 8, 8, E::TF32, E::TF32, E::F32, false, 80},
    {Mma, 16, 8, 4, E::TF32, E::TF32, E::F32, false, 80},
    {Mma, 16, 8, 32, E::I8, E::I8, E::I32, false, 80},
    {Mma, 16, 8, 16, E::I8, E::I8, E::I32, false, 80},
    {Mma, 8, 8, 16, E::I8, E::I8, E::I32, false, 75},
    {Mma, 16, 8, 32, E::E4M3, E::E4M3, E::F32, false, 89},
    {Mma, 16, 8, 32, E::E4M3, E::E5M2, E::F32, false, 89},
    {Mma, 16, 8, 32, E::E5M2, E::E4M3, E::F32, false, 89},
    {Mma, 16, 8, 32, E::E5M2, E::E5M2, E::F32, false, 89},
    {Mma, 16, 8, 16, E::F64, E::F64, E::F64, false, 90},
    {Mma, 16, 8, 8, E::F64, E::F64, E::F64, false, 90},
    {Mma, 16, 8, 4, E::F64, E::F64, E::F64, false, 90},
    {Mma, 8, 8, 4, E::F64, E::F64, E::F64, false, 80},
// wgmma: n is chosen, so each type has all of them.
#define TRITONC_WGMMA(K, A, B, C)                                                                                      \
  {Wg, 64, 256, K, A, B, C, false, 90}, {Wg, 64, 128, K, A, B, C, false, 90}, {Wg, 64, 64, K, A, B, C, false, 90},     \
      {Wg, 64, 32, K, A, B, C, false, 90}, {Wg, 64, 16, K, A, B, C, false, 90}, {Wg, 64, 8, K, A, B, C, false, 90}
    TRITONC_WGMMA(16, E::F16, E::F16, E::F32),
    TRITONC_WGMMA(16, E::F16, E::F16, E::F16),
    TRITONC_WGMMA(16, E::BF16, E::BF16, E::F32),
    TRITONC_WGMMA(8, E::TF32, E::TF32, E::F32),
    TRITONC_WGMMA(32, E::I8, E::I8, E::I32),
    TRITONC_WGMMA(32, E::E4M3, E::E4M3, E::F32),
    TRITONC_WGMMA(32, E::E4M3, E::E5M2, E::F32),
    TRITONC_WGMMA(32, E::E5M2, E::E4M3, E::F32),
    TRITONC_WGMMA(32, E::E5M2, E::E5M2, E::F32),
#undef TRITONC_WGMMA
};

llvm::ArrayRef<MatrixInstruction> tritonc::nvidiaMatrixInstructions() { return rows; }

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

static LinearLayout along(Dim in, unsigned dim, unsigned size) {
  return LinearLayout::identity1D(int32_t(size), in, outDim(dim));
}

/// A tile whose registers hold `perRegister` neighbours along `inner` and whose lanes are 4 along `inner`, 8 along the
/// other dimension.
static LinearLayout fragment(unsigned inner, unsigned perRegister, unsigned outerSize, unsigned innerSize) {
  unsigned outer = 1 - inner;
  LinearLayout tile = along(Dim::Register, inner, perRegister) * along(Dim::Lane, inner, 4) *
                      along(Dim::Lane, outer, 8) * along(Dim::Register, outer, outerSize / 8) *
                      along(Dim::Register, inner, innerSize / (4 * perRegister));
  return tile.transposeIns({Dim::Register, Dim::Lane}).transposeOuts({outDim(0), outDim(1)});
}

MatrixTiles tritonc::nvidiaTiles(const MatrixInstruction &instruction) {
  unsigned perRegister = std::max(1u, 32 / elementBits(instruction.a));
  if (instruction.family == Wg) {
    // 9.7.15.5.1 "Register fragments": rows in warps, columns + 8 last.
    LinearLayout acc = fragment(1, 2, 16, 8) * along(Dim::Register, 1, instruction.n / 8) * along(Dim::Warp, 0, 4);
    return {fragment(1, perRegister, 16, instruction.k), fragment(0, perRegister, 8, instruction.k), acc};
  }
  return {fragment(1, perRegister, instruction.m, instruction.k), fragment(0, perRegister, 8, instruction.k),
          fragment(1, 2, instruction.m, 8)};
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// What the unit multiplies for blocks of `element`; nothing if the unit cannot.
static std::optional<E> multiplied(const Target &target, const MatrixProblem &problem) {
  E a = problem.a, b = problem.b;
  if (isFp8(a) && isFp8(b)) {
    bool native = (a == E::E4M3 || a == E::E5M2) && (b == E::E4M3 || b == E::E5M2);
    // f16 holds all values of the 8-bit formats.
    return native && target.computeCapability >= 89 && problem.k >= 32 ? a : E::F16;
  }
  if (a != b)
    return std::nullopt;
  if (a != E::F32)
    return a;
  switch (problem.precision) {
  case MatrixPrecision::TF32:
  case MatrixPrecision::TF32x3:
    return E::TF32;
  case MatrixPrecision::BF16x3:
  case MatrixPrecision::BF16x6:
    return E::BF16;
  case MatrixPrecision::IEEE:
    break;
  }
  return std::nullopt;
}

/// Whether warpgroups can do it: whole ones, with rows for each.
static bool fitsWgmma(const MatrixInstruction &row, const MatrixProblem &problem) {
  return problem.options.allowWgmma && problem.batch == 1 && problem.numWarps % 4 == 0 && problem.m % 64 == 0 &&
         problem.a == (row.a == E::TF32 ? E::F32 : row.a) && problem.n % row.n == 0 &&
         (row.a != E::TF32 || problem.precision == MatrixPrecision::TF32);
}

std::optional<MatrixInstruction> tritonc::chooseNvidiaInstruction(const Target &target, const MatrixProblem &problem) {
  std::optional<E> element = multiplied(target, problem);
  if (!element)
    return std::nullopt;
  E second = isFp8(*element) ? problem.b : *element;
  // A sum narrower than the unit's is rounded at the end.
  auto sums = [&](E acc) { return acc == problem.acc || (acc == E::F32 && problem.acc == E::BF16); };
  // Warpgroups go along M first; what is left divides N, so that none computes what another does.
  int64_t groupsN = std::max<int64_t>(1, problem.numWarps / 4 / std::max<int64_t>(1, problem.m / 64));
  const MatrixInstruction *widened = nullptr;
  for (auto family : {Wg, Mma})
    for (const MatrixInstruction &row : rows) {
      if (row.family != family || row.a != *element || row.b != second || row.k > problem.k ||
          !hasMatrixInstruction(target, row))
        continue;
      if (family == Wg && (!fitsWgmma(row, problem) || int64_t(row.n) > std::max<int64_t>(8, problem.n / groupsN)))
        continue;
      if (sums(row.acc))
        return row;
      if (family == Mma && row.acc == E::F32 && problem.acc == E::F16 && !widened)
        widened = &row;
    }
  return widened ? std::optional<MatrixInstruction>(*widened) : std::nullopt;
}
