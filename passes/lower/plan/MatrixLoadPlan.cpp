//===- MatrixLoadPlan.cpp - reading shared memory by 8x8 matrices ---------===//
#include "passes/lower/plan/MatrixLoadPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace tritonc;
using namespace tritonc::lower;

namespace {

constexpr unsigned rowBytes = 16;

class Planner {
public:
  Planner(const LinearLayout &address, unsigned elementBits) : address(address), elementBits(elementBits) {}

  std::optional<MatrixLoadPlan> plan() {
    if (address.inBits(Dim::Lane) != 5 || (elementBits != 8 && elementBits != 16 && elementBits != 32))
      return std::nullopt;
    rowBits = llvm::Log2_32(rowBytes * 8 / elementBits);
    if (!isPlain() && !isTransposed())
      return std::nullopt;
    unsigned matrixBits = std::min<size_t>(2, rest.size());
    for (unsigned i = 0; i < 2; ++i) // lanes 8 .. 31 name the rows of further matrices; of matrices not read, any
      rows.push_back(i < matrixBits ? column(Dim::Register, rest[i]) : 0);
    return finish(matrixBits);
  }

  std::optional<MatrixLoadPlan> planTransposed() {
    unsigned count = address.inBits(Dim::Register);
    if (address.inBits(Dim::Lane) != 6 || (elementBits != 8 && elementBits != 16))
      return std::nullopt;
    rowBits = llvm::Log2_32(64 / elementBits); // of what one lane reads
    if (count < rowBits || !warpsStay())
      return std::nullopt;
    for (unsigned bit = 0; bit < count; ++bit) {
      if (!staysInColumn(Dim::Register, bit))
        return std::nullopt;
      (bit < rowBits ? word : rest).push_back(bit);
    }
    for (unsigned bit = 0; bit < 6; ++bit)
      if (bit < rowBits ? column(Dim::Lane, bit) != 1u << bit : !staysInColumn(Dim::Lane, bit))
        return std::nullopt;
    for (unsigned bit = rowBits; bit < 4; ++bit)
      rows.push_back(column(Dim::Lane, bit));
    for (unsigned bit = 0; bit < rowBits; ++bit)
      rows.push_back(column(Dim::Register, bit));
    rows.append({column(Dim::Lane, 4), column(Dim::Lane, 5)});
    transposed = true;
    return finish(/*matrixBits=*/0);
  }

private:
  uint32_t column(Dim in, unsigned bit) const { return uint32_t(address.basis(in, bit, Dim::Offset)); }
  bool staysInColumn(Dim in, unsigned bit) const { return (column(in, bit) & ((1u << rowBits) - 1)) == 0; }
  bool warpsStay() const {
    for (unsigned bit = 0; bit < address.inBits(Dim::Warp); ++bit)
      if (!staysInColumn(Dim::Warp, bit))
        return false;
    return true;
  }

  bool isPlain() {
    unsigned wordBits = rowBits - 2;
    word.assign(wordBits, 0);
    rest.clear();
    uint32_t found = 0;
    for (unsigned bit = 0; bit < address.inBits(Dim::Register); ++bit) {
      uint32_t c = column(Dim::Register, bit);
      if (staysInColumn(Dim::Register, bit)) {
        rest.push_back(bit);
        continue;
      }
      if (!llvm::isPowerOf2_32(c) || llvm::Log2_32(c) >= wordBits)
        return false;
      word[llvm::Log2_32(c)] = bit;
      found |= c;
    }
    rows = {column(Dim::Lane, 2), column(Dim::Lane, 3), column(Dim::Lane, 4)};
    return found == (1u << wordBits) - 1 && column(Dim::Lane, 0) == 1u << wordBits &&
           column(Dim::Lane, 1) == 2u << wordBits && staysInColumn(Dim::Lane, 2) && staysInColumn(Dim::Lane, 3) &&
           staysInColumn(Dim::Lane, 4) && warpsStay();
  }

  bool isTransposed() {
    transposed = true;
    if (elementBits != 16 || !warpsStay() || address.inBits(Dim::Register) == 0)
      return false;
    rest.clear();
    for (unsigned bit = 0; bit < address.inBits(Dim::Register); ++bit) {
      if (!staysInColumn(Dim::Register, bit))
        return false;
      if (bit > 0)
        rest.push_back(bit);
    }
    word.assign(1, 0);
    rows = {column(Dim::Register, 0), column(Dim::Lane, 0), column(Dim::Lane, 1)};
    return staysInColumn(Dim::Lane, 0) && staysInColumn(Dim::Lane, 1) && column(Dim::Lane, 2) == 1 &&
           column(Dim::Lane, 3) == 2 && column(Dim::Lane, 4) == 4;
  }

  MatrixLoadPlan finish(unsigned matrixBits) {
    MatrixLoadPlan plan;
    plan.transposed = transposed;
    plan.matrices = 1u << matrixBits;
    InputBases registers{Dim::Register, {}}, lanes{Dim::Lane, {}}, warps{Dim::Warp, {}};
    for (unsigned bit = 0; bit < address.inBits(Dim::Register); ++bit)
      registers.bases.push_back({int32_t(column(Dim::Register, bit))});
    for (uint32_t row : rows)
      lanes.bases.push_back({int32_t(row)});
    for (unsigned bit = 0; bit < address.inBits(Dim::Warp); ++bit)
      warps.bases.push_back({int32_t(column(Dim::Warp, bit))});
    plan.rowAddress = LinearLayout({registers, lanes, warps}, {DimBits{Dim::Offset, address.outBits(Dim::Offset)}});
    auto deposit = [](uint32_t value, llvm::ArrayRef<unsigned> bits) {
      uint32_t result = 0;
      for (auto [i, bit] : llvm::enumerate(bits))
        result |= (value >> i & 1) << bit;
      return result;
    };
    llvm::ArrayRef<unsigned> others(rest);
    for (uint32_t i = 0; i < 1u << (rest.size() - matrixBits); ++i) {
      MatrixLoadPlan::Instruction &instruction = plan.instructions.emplace_back();
      instruction.base = deposit(i, others.drop_front(matrixBits));
      for (uint32_t m = 0; m < plan.matrices; ++m) {
        auto &members = instruction.words.emplace_back();
        for (uint32_t w = 0; w < 1u << word.size(); ++w)
          members.push_back(instruction.base | deposit(m, others.take_front(matrixBits)) | deposit(w, word));
      }
    }
    return plan;
  }

  const LinearLayout &address;
  unsigned elementBits, rowBits = 0;
  bool transposed = false;
  llvm::SmallVector<unsigned> word, rest; // register bits within a word, and the others
  llvm::SmallVector<uint32_t> rows;       // images of the lane bits that name rows
};

} // namespace

std::optional<MatrixLoadPlan> lower::planMatrixLoad(const LinearLayout &address, unsigned elementBits) {
  return Planner(address, elementBits).plan();
}

std::optional<MatrixLoadPlan> lower::planTransposedLoad(const LinearLayout &address, unsigned elementBits) {
  return Planner(address, elementBits).planTransposed();
}

int64_t lower::countTransposedConflicts(const MatrixLoadPlan &plan, unsigned elementBits) {
  constexpr unsigned banks = 16, bytes = 8; // pairs of banks
  int64_t extra = 0;
  for (const MatrixLoadPlan::Instruction &instruction : plan.instructions)
    for (int32_t first = 0; first < 64; first += 16) {
      std::map<int64_t, std::set<int64_t>> piecesOfBank;
      size_t worst = 1;
      for (int32_t lane = first; lane < first + 16; ++lane) {
        int64_t offset =
            plan.rowAddress.apply({{Dim::Register, int32_t(instruction.base)}, {Dim::Lane, lane}}, Dim::Offset);
        int64_t piece = offset * (elementBits / 8) / bytes;
        piecesOfBank[piece % banks].insert(piece);
        worst = std::max(worst, piecesOfBank[piece % banks].size());
      }
      extra += int64_t(worst) - 1;
    }
  return extra;
}

int64_t lower::countBankConflicts(const MatrixLoadPlan &plan, unsigned elementBits) {
  int64_t extra = 0;
  for (const MatrixLoadPlan::Instruction &instruction : plan.instructions)
    for (unsigned matrix = 0; matrix < plan.matrices; ++matrix) {
      std::map<int64_t, std::set<int64_t>> rowsOfBank;
      size_t worst = 1;
      for (unsigned row = 0; row < 8; ++row) {
        int64_t offset = plan.rowAddress.apply(
            {{Dim::Register, int32_t(instruction.base)}, {Dim::Lane, int32_t(matrix * 8 + row)}}, Dim::Offset);
        int64_t unit = offset * (elementBits / 8) / rowBytes; // eight units of 16 bytes fill the banks
        rowsOfBank[unit % 8].insert(unit);
        worst = std::max(worst, rowsOfBank[unit % 8].size());
      }
      extra += int64_t(worst) - 1;
    }
  return extra;
}
