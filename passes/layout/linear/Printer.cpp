//===- Printer.cpp - draws a layout as a table ----------------------------===//
#include "passes/layout/linear/Printer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <algorithm>

using namespace tritonc;
using llvm::SmallVector;

/// The cells in row-major order: the names of the holders of each element.
static std::vector<std::string> cellsOf(const LinearLayout &layout) {
  std::vector<std::string> cells(size_t(1) << layout.totalOutBits());
  SmallVector<unsigned, 4> shifts(layout.outs().size(), 0); // row-major: the last dimension is lowest
  for (int i = int(shifts.size()) - 2; i >= 0; --i)
    shifts[i] = shifts[i + 1] + layout.outs()[i + 1].bits;
  int32_t lanes = layout.inSize(Dim::Lane);
  for (uint64_t index = 0; index < uint64_t(1) << layout.totalInBits(); ++index) {
    uint64_t rest = index, thread = 0, reg = 0, offset = 0, block = 0;
    for (const DimBits &in : layout.ins()) {
      uint64_t value = rest & (uint64_t(in.size()) - 1);
      rest >>= in.bits;
      switch (in.dim) {
      case Dim::Register:
        reg = value;
        break;
      case Dim::Lane:
        thread += value;
        break;
      case Dim::Warp:
        thread += value * uint64_t(lanes);
        break;
      case Dim::Block:
        block = value;
        break;
      default:
        offset = value;
        break;
      }
    }
    uint64_t flat = layout.applyFlat(index), cell = 0;
    for (auto [out, shift] : llvm::zip(layout.outs(), shifts)) {
      cell |= (flat & (uint64_t(out.size()) - 1)) << shift;
      flat >>= out.bits;
    }
    std::string name = layout.hasIn(Dim::Offset) ? "O" + std::to_string(offset) : "T" + std::to_string(thread);
    if (!layout.hasIn(Dim::Offset))
      name += ":" + std::to_string(reg);
    if (layout.inBits(Dim::Block))
      name = "B" + std::to_string(block) + name;
    cells[cell] += (cells[cell].empty() ? "" : "|") + name;
  }
  return cells;
}

void tritonc::printLayoutTable(const LinearLayout &layout, llvm::raw_ostream &os, int64_t maxElements) {
  std::vector<std::string> cells = cellsOf(layout);
  size_t rank = layout.outs().size();
  size_t columns = rank == 0 ? 1 : size_t(layout.outs()[rank - 1].size());
  if (rank == 1)
    columns = std::min<size_t>(columns, 16);
  size_t rows = rank >= 2 ? size_t(layout.outs()[rank - 2].size()) : cells.size() / columns;
  size_t shown = std::min<size_t>(cells.size(), std::max<int64_t>(maxElements, 1));
  size_t width = 0;
  for (size_t i = 0; i < shown; ++i)
    width = std::max(width, cells[i].size());
  for (size_t i = 0; i < shown; ++i) {
    if (i % columns == 0) {
      size_t matrix = i / columns / rows, row = i / columns % rows;
      if (rank > 2 && row == 0)
        os << (matrix ? "\n" : "") << "slice " << matrix << ":\n";
      os << llvm::format("%6zu:", rank == 1 ? i : row);
    }
    os << ' ' << llvm::right_justify(cells[i], unsigned(width));
    if (i % columns == columns - 1 || i + 1 == shown)
      os << '\n';
  }
  if (shown < cells.size())
    os << "(" << cells.size() - shown << " more elements)\n";
}
