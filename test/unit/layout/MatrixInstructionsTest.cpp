//===- MatrixInstructionsTest.cpp - tiles against the formulas of the ISA -===//
#include "passes/layout/MatrixInstructions.h"
#include <gtest/gtest.h>
#include <set>

using namespace tritonc;
using E = MatrixElement;

namespace {

const Dim R = Dim::Register, L = Dim::Lane, W = Dim::Warp;

struct Place {
  int row, col;
};

Target targetNamed(llvm::StringRef name) {
  llvm::Expected<Target> target = parseTarget(name);
  EXPECT_TRUE(bool(target));
  return *target;
}

MatrixInstruction instructionNamed(llvm::StringRef target, llvm::StringRef name) {
  std::optional<MatrixInstruction> found = findMatrixInstruction(targetNamed(target), name);
  EXPECT_TRUE(found.has_value()) << name.str();
  return found ? *found : nvidiaMatrixInstructions().front();
}

using Formula = Place (*)(int lane, int i);

void expectTile(const LinearLayout &tile, int registers, Formula formula) {
  ASSERT_EQ(tile.inSize(R), registers);
  ASSERT_EQ(tile.inSize(L), 32);
  EXPECT_TRUE(tile.isInvertible());
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < registers; ++i) {
      Place expected = formula(lane, i);
      ASSERT_EQ(tile.apply({{R, i}, {L, lane}}, outDim(0)), expected.row) << "lane " << lane << " i " << i;
      ASSERT_EQ(tile.apply({{R, i}, {L, lane}}, outDim(1)), expected.col) << "lane " << lane << " i " << i;
    }
}

// PTX ISA 8.7, 9.7.14.5.x: "Matrix fragments for mma.m...". groupID = lane >> 2, threadID_in_group = lane % 4.
Place accumulator16(int lane, int i) { return {(lane >> 2) + (i >= 2 ? 8 : 0), (lane % 4) * 2 + (i & 1)}; }
Place accumulator8(int lane, int i) { return {lane >> 2, (lane % 4) * 2 + (i & 1)}; }

TEST(MmaSync, Halves) {
  for (const char *name : {"mma.m16n8k16.f32.f16.f16", "mma.m16n8k16.f32.bf16.bf16", "mma.m16n8k16.f16.f16.f16"}) {
    MatrixTiles tiles = tilesOf(instructionNamed("sm_80", name));
    expectTile(tiles.a, 8, [](int lane, int i) {
      bool upper = !(i < 2 || (i >= 4 && i < 6));
      return Place{(lane >> 2) + (upper ? 8 : 0), (lane % 4) * 2 + (i & 1) + (i >= 4 ? 8 : 0)};
    });
    expectTile(tiles.b, 4,
               [](int lane, int i) { return Place{(lane % 4) * 2 + (i & 1) + (i >= 2 ? 8 : 0), lane >> 2}; });
    expectTile(tiles.acc, 4, accumulator16);
  }
  MatrixTiles tiles = tilesOf(instructionNamed("sm_75", "mma.m16n8k8.f32.f16.f16"));
  expectTile(tiles.a, 4, accumulator16);
  expectTile(tiles.b, 2, [](int lane, int i) { return Place{(lane % 4) * 2 + i, lane >> 2}; });
}

TEST(MmaSync, Tf32) {
  MatrixTiles tiles = tilesOf(instructionNamed("sm_80", "mma.m16n8k8.f32.tf32.tf32"));
  expectTile(tiles.a, 4, [](int lane, int i) {
    return Place{(lane >> 2) + (i == 0 || i == 2 ? 0 : 8), lane % 4 + (i >= 2 ? 4 : 0)};
  });
  expectTile(tiles.b, 2, [](int lane, int i) { return Place{lane % 4 + (i ? 4 : 0), lane >> 2}; });
  tiles = tilesOf(instructionNamed("sm_80", "mma.m16n8k4.f32.tf32.tf32"));
  expectTile(tiles.a, 2, [](int lane, int i) { return Place{(lane >> 2) + (i ? 8 : 0), lane % 4}; });
  expectTile(tiles.b, 1, [](int lane, int) { return Place{lane % 4, lane >> 2}; });
}

TEST(MmaSync, Bytes) {
  for (const char *name : {"mma.m16n8k32.i32.i8.i8", "mma.m16n8k32.f32.e4m3.e5m2"}) {
    MatrixTiles tiles = tilesOf(instructionNamed("sm_89", name));
    expectTile(tiles.a, 16, [](int lane, int i) {
      bool lower = i < 4 || (i >= 8 && i < 12);
      return Place{(lane >> 2) + (lower ? 0 : 8), (lane % 4) * 4 + (i & 3) + (i >= 8 ? 16 : 0)};
    });
    expectTile(tiles.b, 8,
               [](int lane, int i) { return Place{(lane % 4) * 4 + (i & 3) + (i >= 4 ? 16 : 0), lane >> 2}; });
    expectTile(tiles.acc, 4, accumulator16);
  }
  MatrixTiles tiles = tilesOf(instructionNamed("sm_75", "mma.m8n8k16.i32.i8.i8"));
  expectTile(tiles.a, 4, [](int lane, int i) { return Place{lane >> 2, (lane % 4) * 4 + i}; });
  expectTile(tiles.b, 4, [](int lane, int i) { return Place{(lane % 4) * 4 + i, lane >> 2}; });
  expectTile(tiles.acc, 2, accumulator8);
}

TEST(MmaSync, Doubles) {
  MatrixTiles tiles = tilesOf(instructionNamed("sm_80", "mma.m8n8k4.f64.f64.f64"));
  expectTile(tiles.a, 1, [](int lane, int) { return Place{lane >> 2, lane % 4}; });
  expectTile(tiles.b, 1, [](int lane, int) { return Place{lane % 4, lane >> 2}; });
  expectTile(tiles.acc, 2, accumulator8);
  tiles = tilesOf(instructionNamed("sm_90", "mma.m16n8k16.f64.f64.f64"));
  expectTile(tiles.a, 8, [](int lane, int i) { return Place{(lane >> 2) + (i % 2 ? 8 : 0), lane % 4 + 4 * (i / 2)}; });
  expectTile(tiles.b, 4, [](int lane, int i) { return Place{lane % 4 + 4 * i, lane >> 2}; });
}

// PTX ISA 8.7, 9.7.15.5.1: d of wgmma.m64nNk*: row 16 (warp % 4) + lane / 4 + 8 (i / 2 % 2), column 8 (i / 4) + ...
TEST(Wgmma, Accumulator) {
  MatrixTiles tiles = tilesOf(instructionNamed("sm_90a", "wgmma.m64n64k16.f32.f16.f16"));
  for (int warp = 0; warp < 4; ++warp)
    for (int lane = 0; lane < 32; ++lane)
      for (int i = 0; i < 32; ++i) {
        Coordinates at = tiles.acc.apply({{R, i}, {L, lane}, {W, warp}});
        ASSERT_EQ(at[0].second, 16 * warp + lane / 4 + 8 * (i / 2 % 2));
        ASSERT_EQ(at[1].second, 8 * (i / 4) + (lane % 4) * 2 + i % 2);
      }
  EXPECT_FALSE(findMatrixInstruction(targetNamed("sm_100a"), "wgmma.m64n64k16.f32.f16.f16"));
}

TEST(Names, AreUnique) {
  for (const Target &target : allTargets()) {
    std::set<std::string> names;
    for (auto rows : {nvidiaMatrixInstructions(), amdMatrixInstructions()})
      for (const MatrixInstruction &row : rows)
        if (target.isAMD() == (row.family != MatrixFamily::MmaSync && row.family != MatrixFamily::Wgmma) &&
            !target.isCPU() && hasMatrixInstruction(target, row)) {
          EXPECT_TRUE(names.insert(row.name()).second) << target.name << " " << row.name();
        }
  }
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Multiplies by walking instructions as the lowering does, with whole threads simulated, and compares: whoever holds
/// an element of the result must hold, for each step, all that the instruction needs.
void expectProduct(const Target &target, const MatrixProblem &problem) {
  std::optional<MatrixChoice> choice = chooseMatrixInstruction(target, problem);
  ASSERT_TRUE(choice.has_value());
  SCOPED_TRACE(choice->instruction.name() + " m " + std::to_string(problem.m) + " n " + std::to_string(problem.n) +
               " k " + std::to_string(problem.k) + " warps " + std::to_string(problem.numWarps));
  llvm::SmallVector<int64_t, 3> shape{problem.m, problem.n};
  if (problem.batch > 1)
    shape.insert(shape.begin(), problem.batch);
  unsigned rank = unsigned(shape.size());
  LinearLayout acc = accumulatorLayout(*choice, shape, problem.numWarps);
  EXPECT_TRUE(acc.isSurjective());
  EXPECT_EQ(acc.inSize(W), problem.numWarps);
  EXPECT_EQ(acc.inSize(L), target.warpSize);
  MatrixTiles tiles = tilesOf(choice->instruction);
  KOrder order(tiles, choice->kWidth, problem.k);
  std::set<int32_t> reached;
  for (int32_t i = 0; i < problem.k; ++i)
    reached.insert(order(i));
  EXPECT_EQ(int64_t(reached.size()), problem.k);
  EXPECT_EQ(*reached.rbegin(), problem.k - 1);
  for (unsigned operand = 0; operand < 2; ++operand) {
    std::optional<LinearLayout> layout =
        matrixOperandLayout(choice->instruction, choice->kWidth, acc, operand, problem.k);
    ASSERT_TRUE(layout.has_value());
    EXPECT_TRUE(layout->isSurjective());
    EXPECT_EQ(canonicalTensorLayout(*layout), *layout);
    const LinearLayout &tile = operand == 0 ? tiles.a : tiles.b;
    Dim inner = outDim(operand == 0 ? rank - 1 : rank - 2), outer = outDim(operand == 0 ? rank - 2 : rank - 1);
    int32_t outerSize = layout->outSize(outer);
    // The set of (outer, k) that a thread holds is the set that the tiles under its results ask for.
    for (int32_t lane = 0; lane < acc.inSize(L); lane += 5)
      for (int32_t warp = 0; warp < acc.inSize(W); ++warp) {
        std::set<std::vector<int32_t>> holds, needs;
        for (int32_t r = 0; r < layout->inSize(R); ++r) {
          std::vector<int32_t> at;
          for (auto [dim, c] : layout->apply({{R, r}, {L, lane}, {W, warp}}))
            at.push_back(c);
          holds.insert(at);
        }
        for (int32_t r = 0; r < acc.inSize(R); ++r) {
          // The first element of the tile in this lane of the accumulator, less the lane's and the register's part.
          std::vector<int32_t> origin;
          for (auto [dim, c] : acc.apply({{R, r}, {L, 0}, {W, warp}}))
            origin.push_back(c);
          for (unsigned d = rank - 2; d < rank; ++d)
            origin[d] &= ~((d == rank - 2 ? tiles.acc.outSize(outDim(0)) : tiles.acc.outSize(outDim(1))) - 1);
          // Warps inside a tile (wgmma) are not tested here.
          for (int32_t step = 0; step < problem.k; step += int32_t(choice->instruction.k))
            for (int32_t i = 0; i < tile.inSize(R); ++i) {
              std::vector<int32_t> at = origin;
              int32_t k = tile.apply({{R, i}, {L, lane}}, outDim(operand == 0 ? 1 : 0));
              int32_t o = tile.apply({{R, i}, {L, lane}}, outDim(operand == 0 ? 0 : 1));
              at[tensorDimIndex(inner)] = order(step + k);
              at[tensorDimIndex(outer)] = (at[tensorDimIndex(outer)] ^ o) & (outerSize - 1);
              needs.insert(at);
            }
        }
        ASSERT_EQ(holds, needs) << "operand " << operand << " lane " << lane << " warp " << warp;
      }
  }
}

MatrixProblem problemOf(E element, E acc, int64_t m, int64_t n, int64_t k, int warps, int64_t batch = 1) {
  MatrixProblem problem;
  problem.a = problem.b = element;
  problem.acc = acc;
  problem.precision = MatrixPrecision::TF32;
  problem.batch = batch;
  problem.m = m;
  problem.n = n;
  problem.k = k;
  problem.numWarps = warps;
  return problem;
}

TEST(Blocks, HoldWhatTheyNeed) {
  struct Types {
    const char *target;
    E element, acc;
  };
  for (Types types : {Types{"sm_80", E::F16, E::F32}, Types{"sm_75", E::F16, E::F16}, Types{"sm_80", E::F32, E::F32},
                      Types{"sm_90", E::I8, E::I32}, Types{"sm_75", E::I8, E::I32}, Types{"sm_80", E::F64, E::F64},
                      Types{"sm_90", E::F64, E::F64}, Types{"sm_89", E::E4M3, E::F32}, Types{"sm_80", E::E5M2, E::F32}})
    for (int64_t m : {4, 16, 64})
      for (int64_t n : {2, 8, 64})
        for (int64_t k : {16, 64})
          for (int warps : {1, 4, 16}) {
            expectProduct(targetNamed(types.target), problemOf(types.element, types.acc, m, n, k, warps));
            if (HasFatalFailure())
              return;
          }
  expectProduct(targetNamed("sm_80"), problemOf(E::F16, E::F32, 32, 32, 32, 8, 4));
}

TEST(Choice, Refuses) {
  Target sm80 = targetNamed("sm_80"), sm75 = targetNamed("sm_75");
  MatrixProblem ieee = problemOf(E::F32, E::F32, 64, 64, 64, 4);
  ieee.precision = MatrixPrecision::IEEE;
  EXPECT_FALSE(chooseMatrixInstruction(sm80, ieee));
  EXPECT_FALSE(chooseMatrixInstruction(sm75, problemOf(E::BF16, E::F32, 64, 64, 64, 4)));
  EXPECT_FALSE(chooseMatrixInstruction(sm75, problemOf(E::F32, E::F32, 64, 64, 64, 4)));
  EXPECT_FALSE(chooseMatrixInstruction(sm75, problemOf(E::F64, E::F64, 64, 64, 64, 4)));
  EXPECT_FALSE(chooseMatrixInstruction(sm80, problemOf(E::F16, E::F32, 64, 64, 4, 4)));
  EXPECT_FALSE(chooseMatrixInstruction(targetNamed("cpu"), problemOf(E::F16, E::F32, 64, 64, 64, 4)));
}

TEST(Choice, Shapes) {
  auto nameOf = [](llvm::StringRef target, const MatrixProblem &problem) {
    std::optional<MatrixChoice> choice = chooseMatrixInstruction(targetNamed(target), problem);
    return choice ? choice->instruction.name() : "";
  };
  EXPECT_EQ(nameOf("sm_80", problemOf(E::F16, E::F32, 64, 64, 64, 4)), "mma.m16n8k16.f32.f16.f16");
  EXPECT_EQ(nameOf("sm_75", problemOf(E::F16, E::F32, 64, 64, 64, 4)), "mma.m16n8k8.f32.f16.f16");
  EXPECT_EQ(nameOf("sm_80", problemOf(E::E4M3, E::F32, 64, 64, 64, 4)), "mma.m16n8k16.f32.f16.f16");
  EXPECT_EQ(nameOf("sm_89", problemOf(E::E4M3, E::F32, 64, 64, 64, 4)), "mma.m16n8k32.f32.e4m3.e4m3");
  MatrixProblem wide = problemOf(E::F16, E::F32, 128, 256, 64, 8);
  EXPECT_EQ(nameOf("sm_90a", wide), "mma.m16n8k16.f32.f16.f16");
  wide.options.allowWgmma = true;
  EXPECT_EQ(nameOf("sm_90a", wide), "wgmma.m64n256k16.f32.f16.f16");
  EXPECT_EQ(nameOf("sm_90", wide), "mma.m16n8k16.f32.f16.f16");
  wide.m = 64; // two warpgroups share the columns
  EXPECT_EQ(nameOf("sm_90a", wide), "wgmma.m64n128k16.f32.f16.f16");
  wide.m = 32;
  EXPECT_EQ(nameOf("sm_90a", wide), "mma.m16n8k16.f32.f16.f16");
}

TEST(Choice, ChainedProductsNeedNoShuffle) {
  // What one product gives in f16 is the left operand of the next, register by register.
  MatrixProblem first = problemOf(E::F16, E::F32, 128, 64, 64, 4), second = problemOf(E::F16, E::F32, 128, 32, 64, 4);
  first.options.warpsAlongM = second.options.warpsAlongM = true;
  Target target = targetNamed("sm_80");
  std::optional<MatrixChoice> one = chooseMatrixInstruction(target, first),
                              two = chooseMatrixInstruction(target, second);
  EXPECT_EQ(one->warpsM, 4);
  LinearLayout scores = accumulatorLayout(*one, {128, 64}, 4), sums = accumulatorLayout(*two, {128, 32}, 4);
  std::optional<LinearLayout> operand = matrixOperandLayout(two->instruction, two->kWidth, sums, 0, 64);
  EXPECT_EQ(*operand, scores);
}

} // namespace
