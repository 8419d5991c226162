//===- MatrixInstructions.h - what the matrix units of GPUs multiply ------===//
//
// Every matrix unit does the same: a warp holds small tiles A (m x k), B (k x n) and C (m x n) spread over its lanes
// and registers, and one instruction adds A B to C. They differ in the numbers and in who holds what; both are data
// here. An instruction is a row of a table; its tiles are linear maps (register, lane) -> coordinates, written down
// from the ISA's formulas. Everything else follows from these by algebra:
//   - the accumulator of a block: the tile of C, repeated over warps and registers;
//   - the operands: the tile of A (B), repeated along K by registers, along M (N) as the accumulator is;
//   - the code (lower/MatrixProduct.cpp): a walk over the repetitions.
//
// Along K the order is free, as long as A and B agree: a sum does not care. `kWidth` is how many neighbours along K one
// thread holds in registers. More than the instruction's own number makes loads of narrow elements wider:
//
//   mma.m16n8k16 on f16,   K coordinate of        register bit 0   lane bits 0, 1   register bit 2
//     kWidth 2 (its own)                                       1             2, 4                8
//     kWidth 4                                                 1             4, 8                2
//
// Rows: NVIDIA's are in MatrixInstructionsNvidia.cpp, AMD's in MatrixInstructionsAmd.cpp. MatrixChoice.h picks one for
// a tt.dot. No MLIR here.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "backend/Target.h"
#include "passes/layout/linear/Families.h"
#include <optional>
#include <string>

namespace tritonc {

/// What is multiplied and summed. TF32 is an f32 register of which 19 bits count. The fp8 formats are named as in MLIR:
/// E4M3 is f8E4M3FN, Fnuz those of gfx940.
enum class MatrixElement : uint8_t { F16, BF16, TF32, F32, F64, I8, I32, E4M3, E5M2, E4M3Fnuz, E5M2Fnuz };

llvm::StringRef elementName(MatrixElement element);
unsigned elementBits(MatrixElement element);
bool isFp8(MatrixElement element);

/// How products of f32 are made (tt.dot's inputPrecision).
enum class MatrixPrecision : uint8_t { TF32, TF32x3, IEEE, BF16x3, BF16x6 };

enum class MatrixFamily : uint8_t {
  MmaSync, // NVIDIA, sm_75 on: one warp, all in registers
  Wgmma,   // NVIDIA, sm_90a: four warps, B (and A) from shared memory
  Mfma,    // AMD CDNA: wave of 64
  Wmma11,  // AMD RDNA 3 and 3.5: lanes 16 to 31 hold copies of A and B
  Wmma12,  // AMD RDNA 4
};

/// One row of the table.
struct MatrixInstruction {
  MatrixFamily family;
  unsigned m, n, k;
  MatrixElement a, b, acc;
  /// The unit computes the transposed product (its first operand is our B), so that a thread's registers run along N.
  /// The layouts below are those of our A, B and C all the same; only the emission swaps.
  bool swapped = false;
  /// Least compute capability (NVIDIA).
  int minCapability = 0;
  /// What the emission needs besides: AMD, the intrinsic's name.
  const char *mnemonic = "";

  /// `mma.m16n8k16.f32.f16.f16`: family, shape, accumulator, A, B; `.t` at the end if swapped. Unique for a target.
  std::string name() const;
};

/// One instruction's tiles: register and lane (for wgmma's accumulator also warp) -> dim0, dim1, which are (m, k), (k,
/// n) and (m, n). Register counts elements. Lanes that hold copies have zero bases.
struct MatrixTiles {
  LinearLayout a, b, acc;
};
MatrixTiles tilesOf(const MatrixInstruction &instruction);

/// The row with this name; nothing if the target has none.
std::optional<MatrixInstruction> findMatrixInstruction(const Target &target, llvm::StringRef name);

/// Where the ISA has several or the user may choose.
struct MatrixOptions {
  /// AMD: m and n of the instruction (16 or 32); 0 lets the compiler choose.
  int nonKDim = 0;
  /// AMD: instructions' worth of K that one thread holds as neighbours.
  int kPack = 1;
  bool allowWgmma = false;
  /// Warps go along M (N) as far as they can: results are reduced along N, or are the A (B) of another product.
  bool warpsAlongM = false, warpsAlongN = false;
};

/// A product as the matrix unit sees it.
struct MatrixProblem {
  /// What the blocks hold. F32 operands are multiplied as `precision` says.
  MatrixElement a, b, acc;
  MatrixPrecision precision = MatrixPrecision::IEEE;
  int64_t batch = 1, m = 0, n = 0, k = 0;
  int numWarps = 4;
  int numCtas = 1;
  MatrixOptions options;
};

struct MatrixChoice {
  MatrixInstruction instruction;
  unsigned kWidth;
  /// Warps along each of the result's last two dimensions and along the batch; what is left of numWarps holds copies.
  int warpsM, warpsN, warpsBatch;
};

/// The instruction for a problem, or nothing where none computes it. Elements of the blocks may differ from those of
/// the instruction: the lowering then converts or splits registers (fp8 to f16, f32 to bf16 terms, ...).
std::optional<MatrixChoice> chooseMatrixInstruction(const Target &target, const MatrixProblem &problem);

/// Neighbours along K that one thread holds of an instruction's own A.
unsigned nativeKWidth(const MatrixTiles &tiles);

/// The canonical layout of a result of `shape` ([batch,] m, n). Tiles larger than the shape are cut: lanes hold copies.
LinearLayout accumulatorLayout(const MatrixChoice &choice, llvm::ArrayRef<int64_t> shape, int numWarps,
                               int numCtas = 1);

/// The canonical layout of operand 0 (A) or 1 (B) for a result in `accumulator`, which must be one of this instruction.
/// `k` is the operand's size along K. Nothing if the accumulator is no such layout.
std::optional<LinearLayout> matrixOperandLayout(const MatrixInstruction &instruction, unsigned kWidth,
                                                const LinearLayout &accumulator, unsigned operand, int64_t k);

/// The coordinate along K of K number `index` of the walk over instructions (index / instruction.k is the step): a
/// permutation of bits.
class KOrder {
public:
  KOrder(const MatrixTiles &tiles, unsigned kWidth, int64_t k);
  int32_t operator()(int32_t index) const;

private:
  llvm::SmallVector<uint8_t, 16> bitTo;
};

// Each vendor's part.
llvm::ArrayRef<MatrixInstruction> nvidiaMatrixInstructions();
llvm::ArrayRef<MatrixInstruction> amdMatrixInstructions();
/// Whether the target has this row.
bool hasMatrixInstruction(const Target &target, const MatrixInstruction &instruction);
bool amdHasMatrixInstruction(const Target &target, const MatrixInstruction &instruction);
std::optional<MatrixInstruction> chooseNvidiaInstruction(const Target &target, const MatrixProblem &problem);
std::optional<MatrixInstruction> chooseAmdInstruction(const Target &target, const MatrixProblem &problem);
MatrixTiles nvidiaTiles(const MatrixInstruction &instruction);
MatrixTiles amdTiles(const MatrixInstruction &instruction);

} // namespace tritonc
