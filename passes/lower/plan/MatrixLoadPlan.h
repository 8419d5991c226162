//===- MatrixLoadPlan.h - reading shared memory by 8x8 matrices -----------===//
//
// ldmatrix (PTX ISA, "Warp-level matrix load instruction: ldmatrix") reads up to four matrices of 8 rows of 16 bytes.
// Lane l gives the address of row l mod 8 of matrix l div 8; afterwards lane l holds, of each matrix, bytes 4 (l mod 4)
// .. +3 of row l div 4. With .trans and 16-bit elements lane l holds the elements of column l div 4 in rows 2 (l mod 4)
// and 2 (l mod 4) + 1 instead.
//
// As a statement about a linear map from (register, lane, warp) to offsets, where a row has 2^k elements:
//   plain       the offset's lowest k bits are moved by registers (within 32 bits), then by lane bits 0 and 1, in this
//   order and by
//               nothing else; lane bits 2, 3, 4 choose the row.
//   transposed  the lowest 3 bits are moved by lane bits 2, 3, 4 alone; a register bit and lane bits 0, 1 choose the
//   row.
// Where one of them holds, the row's addresses are the same map with the lanes' bits replaced. Element types do not
// matter, only their width, so 8-bit and 32-bit operands are read in the same way.
//
// gfx950 has ds_read_b64_tr_b16 and _b8 (LLVM's llvm.amdgcn.ds.read.tr16.b64, tr8; Triton's lowering of local loads in
// its AMD back end says which lane gets what). Each of 16 lanes gives the address of 8 bytes: four halves or eight
// bytes. Four lanes together, or two, give a row of 16 elements, and lane l of the 16 receives column l: of each row an
// element. As a statement about the map, with 2^t elements in 8 bytes: the offset's lowest t bits are moved by lane
// bits 0 .. t-1, in this order, alone; register bits 0 .. t-1 choose the row, lane bits t .. 3 which 8 bytes of it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/layout/linear/LinearLayout.h"

namespace tritonc::lower {

struct MatrixLoadPlan {
  bool transposed = false;
  /// Matrices that one instruction reads: 1, 2 or 4; on AMD 1.
  unsigned matrices = 1;
  /// (register, lane, warp) -> offset of the row whose address the lane gives. Registers as in the layout loaded.
  LinearLayout rowAddress;
  struct Instruction {
    /// The register that `rowAddress` is asked for.
    uint32_t base;
    /// The registers loaded: of each matrix those that share a 32-bit word, on AMD 64 bits, lowest first.
    llvm::SmallVector<llvm::SmallVector<uint32_t, 4>, 4> words;
  };
  llvm::SmallVector<Instruction> instructions;
};

/// For warps of 32 lanes; nothing where the layout does not allow it.
std::optional<MatrixLoadPlan> planMatrixLoad(const LinearLayout &address, unsigned elementBits);

/// The same for ds_read_b64_tr of a wave of 64 lanes.
std::optional<MatrixLoadPlan> planTransposedLoad(const LinearLayout &address, unsigned elementBits);

/// How many wavefronts more than one each matrix takes, in one warp of 32 lanes, for all instructions of the plan.
int64_t countBankConflicts(const MatrixLoadPlan &plan, unsigned elementBits);
/// The same for a plan of planTransposedLoad, whose instructions read 8 bytes for 16 lanes at once.
int64_t countTransposedConflicts(const MatrixLoadPlan &plan, unsigned elementBits);

} // namespace tritonc::lower
