//===- WarpGroupPlan.h - the tiles of a product by warpgroups -------------===//
//
// One wgmma makes 64 x N of the result: warp w of the warpgroup rows 16 w .. 16 w + 15, lane l rows l / 4 and l / 4 +
// 8, columns 2 (l % 4), 2 (l % 4) + 1 and every eighth after them (PTX ISA, "wgmma: register fragments", D). As bases,
// with the registers of one instruction in their order:
//
//   register  (0,1) (8,0) (0,8) (0,16) ... (0,N/2)      lane  (0,2) (0,4) (1,0) (2,0) (4,0)      warp  (16,0) (32,0)
//
// A result layout serves if lanes and the first two warp bits are these. N is as large as the registers allow; what
// register bits are left count tiles, and so do further warp bits: nothing else is asked of them. A in registers has
// the same lanes and warps with K in place of N, and `p` neighbours of K in each 32-bit register:
//
//   register  (0,1) .. (0,p/2) (8,0) (0,4p) (0,8p) ...  lane  (0,p) (0,2p) (1,0) (2,0) (4,0)     warp  (16,0) (32,0)
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/layout/linear/LinearLayout.h"

namespace tritonc::lower {

struct WarpGroupTiles {
  struct Tile {
    /// What the registers add to the tile's first row and column; warps add theirs.
    int32_t m, n;
    /// The registers of the result, in the order of the instruction's operand.
    llvm::SmallVector<uint32_t> registers;
  };
  /// Columns of one instruction: 8 to 256.
  int32_t n;
  llvm::SmallVector<Tile> tiles;
  /// What each warp bit from the third on adds to (row, column).
  llvm::SmallVector<std::pair<int32_t, int32_t>> warpGroups;
};

/// The tiles of a result layout (register, lane, warp, block -> dim0, dim1), or nothing if wgmma does not write it.
std::optional<WarpGroupTiles> planWarpGroupTiles(const LinearLayout &result);

/// The layout of an A operand in registers, of `k` columns, for a result layout that has tiles.
LinearLayout warpGroupOperandLayout(const LinearLayout &result, int32_t k, unsigned elementBits);

/// A result layout of m x n over `numWarps` (4 or more) warps: warpgroups along M while there are rows, then along N.
LinearLayout warpGroupResultLayout(int32_t m, int32_t n, int32_t numWarps);

} // namespace tritonc::lower
