//===- MatrixInstructionsAmdTest.cpp - tiles of MFMA and WMMA -------------===//
//
// Every row is multiplied on integers by the formulas of the ISA guides, written out lane by lane and register by
// register, and compared with the plain product through the tiles.
//
//===----------------------------------------------------------------------===//
#include "passes/layout/MatrixInstructions.h"
#include "gtest/gtest.h"
#include <map>

using namespace tritonc;

namespace {

int waveSize(const MatrixInstruction &row) { return row.family == MatrixFamily::Mfma ? 64 : 32; }

/// What register `reg` of `lane` holds in the unit's first operand, as (row, k); the second is its mirror image.
std::pair<int, int> operandOfUnit(const MatrixInstruction &row, int lane, int reg) {
  int m = int(row.m), perLane = int(row.m * row.k) / 64;
  switch (row.family) {
  case MatrixFamily::Mfma:
    return {lane % m, perLane * (lane / m) + reg};
  case MatrixFamily::Wmma11:
    return {lane % 16, reg};
  default:
    return {lane % 16, 8 * (lane / 16) + reg};
  }
}

/// The same for the unit's sum: (row, column).
std::pair<int, int> sumOfUnit(const MatrixInstruction &row, int lane, int reg) {
  if (row.acc == MatrixElement::F64)
    return {4 * reg + lane / 16, lane % 16};
  if (row.family == MatrixFamily::Mfma && row.m == 32)
    return {8 * (reg / 4) + 4 * (lane / 32) + reg % 4, lane % 32};
  if (row.family == MatrixFamily::Mfma)
    return {4 * (lane / 16) + reg, lane % 16};
  if (row.family == MatrixFamily::Wmma11)
    return {2 * reg + lane / 16, lane % 16};
  return {8 * (lane / 16) + reg, lane % 16};
}

std::pair<int, int> at(const LinearLayout &tile, int lane, int reg) {
  Coordinates in{{Dim::Register, reg}, {Dim::Lane, lane}};
  return {tile.apply(in, outDim(0)), tile.apply(in, outDim(1))};
}

TEST(MatrixInstructionsAmd, TilesMultiply) {
  ASSERT_FALSE(amdMatrixInstructions().empty());
  for (const MatrixInstruction &row : amdMatrixInstructions()) {
    SCOPED_TRACE(row.name());
    MatrixTiles tiles = tilesOf(row);
    int m = int(row.m), n = int(row.n), k = int(row.k), lanes = waveSize(row);
    auto a = [&](int i, int j) { return (i * 37 + j * 11) % 101 - 50; };
    auto b = [&](int i, int j) { return (i * 29 + j * 53 + 7) % 97 - 40; };
    // What the unit sees: its operands (exchanged if the row says so), from our registers.
    std::map<std::pair<int, int>, int> first, second;
    for (int lane = 0; lane < lanes; ++lane)
      for (int reg = 0; reg < tiles.a.inSize(Dim::Register); ++reg) {
        auto [ai, ak] = at(tiles.a, lane, reg);
        auto [bk, bj] = at(tiles.b, lane, reg);
        int ours[2] = {a(ai, ak), b(bk, bj)};
        std::pair<int, int> place = operandOfUnit(row, lane, reg);
        auto put = [&](auto &matrix, int v) {
          auto [found, isNew] = matrix.try_emplace(place, v);
          EXPECT_TRUE(isNew || found->second == v) << "copies differ";
        };
        put(first, ours[row.swapped]);
        put(second, ours[!row.swapped]);
      }
    EXPECT_EQ(int(first.size()), m * k);
    EXPECT_EQ(int(second.size()), n * k);
    EXPECT_EQ(lanes * tiles.acc.inSize(Dim::Register), m * n);
    EXPECT_TRUE(tiles.acc.isInvertible());
    for (int lane = 0; lane < lanes; ++lane)
      for (int reg = 0; reg < tiles.acc.inSize(Dim::Register); ++reg) {
        auto [i, j] = sumOfUnit(row, lane, reg);
        int made = 0, wanted = 0;
        for (int q = 0; q < k; ++q)
          made += first.at({i, q}) * second.at({j, q});
        auto [ci, cj] = at(tiles.acc, lane, reg);
        for (int q = 0; q < k; ++q)
          wanted += a(ci, q) * b(q, cj);
        EXPECT_EQ(made, wanted);
      }
  }
}

TEST(MatrixInstructionsAmd, NamesAreUnique) {
  for (const Target &target : allTargets()) {
    if (!target.isAMD())
      continue;
    std::map<std::string, int> names;
    for (const MatrixInstruction &row : amdMatrixInstructions())
      if (hasMatrixInstruction(target, row))
        EXPECT_EQ(names[row.name()]++, 0) << row.name();
    EXPECT_FALSE(names.empty()) << target.name;
  }
}

std::string chosen(const char *target, MatrixElement a, MatrixElement b, MatrixElement acc, int64_t m, int64_t n,
                   int64_t k, MatrixOptions options = {}, MatrixPrecision precision = MatrixPrecision::IEEE) {
  MatrixProblem problem;
  problem.a = a;
  problem.b = b;
  problem.acc = acc;
  problem.m = m;
  problem.n = n;
  problem.k = k;
  problem.options = options;
  problem.precision = precision;
  auto choice = chooseMatrixInstruction(llvm::cantFail(parseTarget(target)), problem);
  return choice ? choice->instruction.name() : "";
}

TEST(MatrixInstructionsAmd, Choice) {
  using E = MatrixElement;
  auto product = [](const char *target, E a, E acc, int64_t m, int64_t n, int64_t k) {
    return chosen(target, a, a, acc, m, n, k);
  };
  EXPECT_EQ(product("gfx942", E::F16, E::F32, 128, 128, 64), "mfma.m32n32k8.f32.f16.f16.t");
  EXPECT_EQ(product("gfx942", E::BF16, E::F32, 32, 32, 32), "mfma.m16n16k16.f32.bf16.bf16.t");
  EXPECT_EQ(product("gfx950", E::F16, E::F16, 128, 128, 64), "mfma.m32n32k16.f32.f16.f16.t");
  EXPECT_EQ(product("gfx950", E::F16, E::F32, 128, 128, 8), "mfma.m32n32k8.f32.f16.f16.t");
  EXPECT_EQ(product("gfx90a", E::I8, E::I32, 128, 128, 64), "mfma.m32n32k8.i32.i8.i8.t");
  EXPECT_EQ(product("gfx90a", E::F64, E::F64, 64, 64, 16), "mfma.m16n16k4.f64.f64.f64.t");
  EXPECT_EQ(product("gfx942", E::E4M3Fnuz, E::F32, 64, 64, 64), "mfma.m32n32k16.f32.e4m3fnuz.e4m3fnuz.t");
  EXPECT_EQ(product("gfx942", E::E4M3, E::F32, 64, 64, 64), "mfma.m32n32k8.f32.f16.f16.t");
  EXPECT_EQ(chosen("gfx950", E::E4M3, E::E5M2, E::F32, 64, 64, 64), "mfma.m32n32k16.f32.e4m3.e5m2.t");
  EXPECT_EQ(product("gfx1100", E::F16, E::F32, 64, 64, 32), "wmma.m16n16k16.f32.f16.f16");
  EXPECT_EQ(product("gfx1201", E::E5M2, E::F32, 64, 64, 32), "wmma.m16n16k16.f32.e5m2.e5m2.t");
  EXPECT_EQ(product("gfx1201", E::F32, E::F32, 64, 64, 32), "");
  EXPECT_EQ(product("gfx1201", E::F16, E::F32, 64, 64, 8), "");
  MatrixOptions options;
  options.nonKDim = 16;
  EXPECT_EQ(chosen("gfx942", E::F16, E::F16, E::F32, 128, 128, 64, options), "mfma.m16n16k16.f32.f16.f16.t");
  options.warpsAlongM = true;
  EXPECT_EQ(chosen("gfx1151", E::BF16, E::BF16, E::F32, 64, 64, 64, options), "wmma.m16n16k16.f32.bf16.bf16.t");
  EXPECT_EQ(chosen("gfx1100", E::F32, E::F32, E::F32, 64, 64, 64, {}, MatrixPrecision::BF16x3),
            "wmma.m16n16k16.f32.bf16.bf16");
}

} // namespace
