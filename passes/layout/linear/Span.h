//===- Span.h - subspaces of F2^n by Gaussian elimination -----------------===//
//
// A span grows by vectors; each vector that adds something is kept together with a tag word that says which inserted
// vectors it was made from, so that a solution can be read off. Vectors that were inserted earlier are preferred in
// solutions.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <optional>

namespace tritonc {

class Span {
public:
  struct Row {
    uint64_t vector;
    uint64_t tag;
  };

  Span() = default;
  explicit Span(llvm::ArrayRef<uint64_t> vectors) {
    for (auto [i, vector] : llvm::enumerate(vectors))
      insert(vector, uint64_t(1) << i);
  }

  unsigned dimension() const { return rows.size(); }
  bool contains(uint64_t vector) const { return reduce({vector, 0}).vector == 0; }

  /// Subtracts rows until nothing is left that they could remove. The tag collects theirs.
  Row reduce(Row row) const {
    for (const Row &pivot : rows)
      if (row.vector & llvm::bit_floor(pivot.vector)) {
        row.vector ^= pivot.vector;
        row.tag ^= pivot.tag;
      }
    return row;
  }

  /// Adds a vector; false when it was in the span already.
  bool insert(uint64_t vector, uint64_t tag = 0) {
    Row row = reduce({vector, tag});
    if (!row.vector)
      return false;
    // Kept sorted by leading bit, descending, so that one pass of `reduce` suffices.
    auto *place = llvm::find_if(rows, [&](const Row &other) { return other.vector < row.vector; });
    rows.insert(place, row);
    return true;
  }

  /// The tags of inserted vectors whose sum is `vector`.
  std::optional<uint64_t> solve(uint64_t vector) const {
    Row row = reduce({vector, 0});
    if (row.vector)
      return std::nullopt;
    return row.tag;
  }

private:
  llvm::SmallVector<Row, 16> rows;
};

} // namespace tritonc
