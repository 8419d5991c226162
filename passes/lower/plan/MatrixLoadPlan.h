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
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/layout/linear/LinearLayout.h"

namespace tritonc::lower {

struct MatrixLoadPlan {
  bool transposed = false;
  /// Matrices that one instruction reads: 1, 2 or 4.
  unsigned matrices = 1;
  /// (register, lane, warp) -> offset of the row whose address the lane gives. Registers as in the layout loaded.
  LinearLayout rowAddress;
  struct Instruction {
    /// The register that `rowAddress` is asked for.
    uint32_t base;
    /// The registers loaded: of each matrix those that share a 32-bit word, lowest first.
    llvm::SmallVector<llvm::SmallVector<uint32_t, 4>, 4> words;
  };
  llvm::SmallVector<Instruction> instructions;
};

/// For warps of 32 lanes; nothing where the layout does not allow it.
std::optional<MatrixLoadPlan> planMatrixLoad(const LinearLayout &address, unsigned elementBits);

/// How many wavefronts more than one each matrix takes, in one warp, for all instructions of the plan.
int64_t countBankConflicts(const MatrixLoadPlan &plan, unsigned elementBits);

} // namespace tritonc::lower
