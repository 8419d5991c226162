//===- MatrixInstructionsAmd.cpp - MFMA and WMMA --------------------------===//
//
// MFMA (CDNA, waves of 64; "AMD Instinct MI300 Instruction Set Architecture", section 7 "Matrix Arithmetic
// Instructions"; AMD's matrix instruction calculator prints the same for every opcode). With p = m k / 64 elements of A
// in a lane:
//   A: row lane % m, columns p (lane / m) ... + p - 1;  B: column lane % n, the same along rows;
//   C: column lane % n, rows 4 (lane / n) + (r % 4) + 8 (r / 4) for m = 32, 4 (lane / n) + r for m = 16;
//      f64: rows lane / 16 + 4 r.
//
// WMMA on gfx11 (waves of 32; "RDNA3 Instruction Set Architecture", section 7.9 "Wave Matrix Multiply Accumulate"):
//   A: row lane % 16, all 16 columns in registers, the same in lanes 16 to 31; B likewise;
//   C: column lane % 16, rows lane / 16 + 2 r.
// WMMA on gfx12 ("RDNA4 Instruction Set Architecture", section 7.12):
//   A: row lane % 16, columns 8 (lane / 16) ... + 7; B likewise;   C: column lane % 16, rows 8 (lane / 16) + r.
//
// A and B look alike everywhere, so computing the transposed product takes nothing but exchanging the operands. Then
// the registers of C run along N: stores of rows are wide, a row's reduction stays in few lanes, and C is nearly the A
// of another product. That is the form taken, except on gfx11, where C's rows of one lane are not neighbours and only
// reductions gain.
//
//===----------------------------------------------------------------------===//
#include "passes/layout/MatrixInstructions.h"
#include "llvm/Support/MathExtras.h"

using namespace tritonc;
using E = MatrixElement;

static constexpr auto Mfma = MatrixFamily::Mfma, Wmma11 = MatrixFamily::Wmma11, Wmma12 = MatrixFamily::Wmma12;

/// For AMD, minCapability is the first gfx number of the family that has the row; 0: all.
#define MFMA(M, K, A, B, C, SINCE, NAME) {Mfma, M, M, K, A, B, C, true, SINCE, "llvm.amdgcn.mfma." NAME}
#define MFMA_FP8(M, K, X, Y)                                                                                           \
  MFMA(M, K, E::E4M3##X, E::E4M3##X, E::F32, Y, "f32." #M "x" #M "x" #K ".fp8.fp8"),                                   \
      MFMA(M, K, E::E4M3##X, E::E5M2##X, E::F32, Y, "f32." #M "x" #M "x" #K ".fp8.bf8"),                               \
      MFMA(M, K, E::E5M2##X, E::E4M3##X, E::F32, Y, "f32." #M "x" #M "x" #K ".bf8.fp8"),                               \
      MFMA(M, K, E::E5M2##X, E::E5M2##X, E::F32, Y, "f32." #M "x" #M "x" #K ".bf8.bf8")
#define WMMA(FAMILY, A, B, C, SWAPPED, NAME) {FAMILY, 16, 16, 16, A, B, C, SWAPPED, 0, "llvm.amdgcn.wmma." NAME}
#define WMMA11(A, C, NAME) WMMA(Wmma11, A, A, C, false, NAME), WMMA(Wmma11, A, A, C, true, NAME)

/// Larger k first: the first that fits is taken. Names are those of LLVM's intrinsics (IntrinsicsAMDGPU.td).
static const MatrixInstruction rows[] = {
    MFMA(32, 16, E::F16, E::F16, E::F32, 0x950, "f32.32x32x16.f16"),
    MFMA(16, 32, E::F16, E::F16, E::F32, 0x950, "f32.16x16x32.f16"),
    MFMA(32, 8, E::F16, E::F16, E::F32, 0x90a, "f32.32x32x8f16"),
    MFMA(16, 16, E::F16, E::F16, E::F32, 0x90a, "f32.16x16x16f16"),
    MFMA(32, 16, E::BF16, E::BF16, E::F32, 0x950, "f32.32x32x16.bf16"),
    MFMA(16, 32, E::BF16, E::BF16, E::F32, 0x950, "f32.16x16x32.bf16"),
    MFMA(32, 8, E::BF16, E::BF16, E::F32, 0x90a, "f32.32x32x8bf16.1k"),
    MFMA(16, 16, E::BF16, E::BF16, E::F32, 0x90a, "f32.16x16x16bf16.1k"),
    MFMA(32, 2, E::F32, E::F32, E::F32, 0x90a, "f32.32x32x2f32"),
    MFMA(16, 4, E::F32, E::F32, E::F32, 0x90a, "f32.16x16x4f32"),
    MFMA(16, 4, E::F64, E::F64, E::F64, 0x90a, "f64.16x16x4f64"),
    MFMA(32, 32, E::I8, E::I8, E::I32, 0x950, "i32.32x32x32.i8"),
    MFMA(16, 64, E::I8, E::I8, E::I32, 0x950, "i32.16x16x64.i8"),
    MFMA(32, 16, E::I8, E::I8, E::I32, 0x942, "i32.32x32x16.i8"),
    MFMA(16, 32, E::I8, E::I8, E::I32, 0x942, "i32.16x16x32.i8"),
    MFMA(32, 8, E::I8, E::I8, E::I32, 0x90a, "i32.32x32x8i8"),
    MFMA(16, 16, E::I8, E::I8, E::I32, 0x90a, "i32.16x16x16i8"),
    // The formats without infinities and negative zero on gfx942, those of the OCP on gfx950: the same instructions.
    MFMA_FP8(32, 16, Fnuz, 0x942),
    MFMA_FP8(16, 32, Fnuz, 0x942),
    MFMA_FP8(32, 16, , 0x950),
    MFMA_FP8(16, 32, , 0x950),
    WMMA11(E::F16, E::F32, "f32.16x16x16.f16"),
    WMMA11(E::BF16, E::F32, "f32.16x16x16.bf16"),
    WMMA11(E::I8, E::I32, "i32.16x16x16.iu8"),
    WMMA(Wmma12, E::F16, E::F16, E::F32, true, "f32.16x16x16.f16"),
    WMMA(Wmma12, E::BF16, E::BF16, E::F32, true, "f32.16x16x16.bf16"),
    WMMA(Wmma12, E::I8, E::I8, E::I32, true, "i32.16x16x16.iu8"),
    WMMA(Wmma12, E::E4M3, E::E4M3, E::F32, true, "f32.16x16x16.fp8.fp8"),
    WMMA(Wmma12, E::E4M3, E::E5M2, E::F32, true, "f32.16x16x16.fp8.bf8"),
    WMMA(Wmma12, E::E5M2, E::E4M3, E::F32, true, "f32.16x16x16.bf8.fp8"),
    WMMA(Wmma12, E::E5M2, E::E5M2, E::F32, true, "f32.16x16x16.bf8.bf8"),
};
#undef MFMA
#undef MFMA_FP8
#undef WMMA
#undef WMMA11

llvm::ArrayRef<MatrixInstruction> tritonc::amdMatrixInstructions() { return rows; }

bool tritonc::amdHasMatrixInstruction(const Target &target, const MatrixInstruction &row) {
  if (!target.isAMD())
    return false;
  switch (row.family) {
  case Mfma:
    if (!target.isCDNA() || target.gfxVersion < unsigned(row.minCapability))
      return false;
    // The older forms of int8 ended with gfx90a; the newer ones take twice the K.
    if (row.a == E::I8 && row.minCapability == 0x90a && target.gfxVersion != 0x90a)
      return false;
    // gfx950 reads the same bits in the other formats.
    return target.gfxVersion < 0x950 || (row.a != E::E4M3Fnuz && row.a != E::E5M2Fnuz);
  case Wmma11:
    return target.gfxMajor == 11;
  case Wmma12:
    return target.gfxMajor == 12;
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

static LinearLayout along(Dim in, unsigned dim, unsigned size) {
  return LinearLayout::identity1D(int32_t(size), in, outDim(dim));
}

/// A or B: `inner` is the dimension along K.
static LinearLayout operandTile(const MatrixInstruction &row, unsigned inner) {
  unsigned waveSize = row.family == Mfma ? 64 : 32;
  unsigned lanesAlongK = row.family == Wmma11 ? 1 : waveSize / row.m;
  LinearLayout tile = along(Dim::Register, inner, row.k / lanesAlongK) * along(Dim::Lane, 1 - inner, row.m) *
                      along(Dim::Lane, inner, lanesAlongK);
  if (row.family == Wmma11) // the upper half holds copies
    tile *= LinearLayout::zeros1D(2, Dim::Lane, outDim(inner));
  return tile.transposeIns({Dim::Register, Dim::Lane}).transposeOuts({outDim(0), outDim(1)});
}

/// C; `fast` is the dimension along which registers run.
static LinearLayout accumulatorTile(const MatrixInstruction &row, unsigned fast) {
  LinearLayout tile;
  LinearLayout columns = along(Dim::Lane, 1 - fast, row.n);
  if (row.acc == E::F64)
    tile = columns * along(Dim::Lane, fast, 4) * along(Dim::Register, fast, 4);
  else if (row.family == Mfma)
    tile = along(Dim::Register, fast, 4) * columns * along(Dim::Lane, fast, 64 / row.n) *
           along(Dim::Register, fast, row.m * row.n / 256);
  else if (row.family == Wmma11)
    tile = columns * along(Dim::Lane, fast, 2) * along(Dim::Register, fast, 8);
  else
    tile = along(Dim::Register, fast, 8) * columns * along(Dim::Lane, fast, 2);
  return tile.transposeIns({Dim::Register, Dim::Lane}).transposeOuts({outDim(0), outDim(1)});
}

MatrixTiles tritonc::amdTiles(const MatrixInstruction &row) {
  return {operandTile(row, 1), operandTile(row, 0), accumulatorTile(row, row.swapped ? 1 : 0)};
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// What the unit multiplies for the blocks' elements; nothing if it cannot.
static std::optional<std::pair<E, E>> multiplied(const Target &target, const MatrixProblem &problem) {
  E a = problem.a, b = problem.b;
  if (isFp8(a) && isFp8(b)) {
    for (const MatrixInstruction &row : rows)
      if (row.a == a && row.b == b && row.k <= problem.k && amdHasMatrixInstruction(target, row))
        return std::pair(a, b);
    return std::pair(E::F16, E::F16); // holds all values of the 8-bit formats
  }
  if (a != b)
    return std::nullopt;
  if (a != E::F32)
    return std::pair(a, a);
  if (problem.precision == MatrixPrecision::BF16x3 || problem.precision == MatrixPrecision::BF16x6)
    return std::pair(E::BF16, E::BF16);
  // MFMA of f32 is exact as FMA is; there is nothing faster to take for tf32 on all targets.
  return std::pair(E::F32, E::F32);
}

/// Whether the larger form leaves every wave a tile of its own; the user's wish comes first.
static unsigned wantedRows(const MatrixProblem &problem) {
  if (problem.options.nonKDim == 16 || problem.options.nonKDim == 32)
    return unsigned(problem.options.nonKDim);
  if (problem.m < 32 || problem.n < 32)
    return 16;
  int64_t tiles = problem.batch * (problem.m / 32) * (problem.n / 32);
  return tiles >= problem.numWarps ? 32 : 16;
}

std::optional<MatrixInstruction> tritonc::chooseAmdInstruction(const Target &target, const MatrixProblem &problem) {
  auto elements = multiplied(target, problem);
  if (!elements)
    return std::nullopt;
  // Sums narrower than the unit's are rounded at the end.
  E acc = elements->first == E::F64 ? E::F64 : elements->first == E::I8 ? E::I32 : E::F32;
  bool rounds = acc == E::F32 && (problem.acc == E::F16 || problem.acc == E::BF16);
  if (problem.acc != acc && !rounds)
    return std::nullopt;
  unsigned wanted = wantedRows(problem);
  bool reducesRows = problem.options.warpsAlongM;
  const MatrixInstruction *found = nullptr;
  for (const MatrixInstruction &row : rows) {
    if (row.a != elements->first || row.b != elements->second || row.acc != acc || row.k > problem.k ||
        !amdHasMatrixInstruction(target, row) || (row.family == Wmma11 && row.swapped != reducesRows))
      continue;
    if (row.m == wanted || row.family != Mfma)
      return row;
    if (!found)
      found = &row;
  }
  return found ? std::optional<MatrixInstruction>(*found) : std::nullopt;
}
