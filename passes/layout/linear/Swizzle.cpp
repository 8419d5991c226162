//===- Swizzle.cpp - shared memory layouts without bank conflicts ---------===//
#include "passes/layout/linear/Swizzle.h"
#include "passes/layout/linear/Span.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <cassert>
#include <map>

using namespace tritonc;
using llvm::ArrayRef;
using llvm::SmallVector;

using Vectors = SmallVector<uint64_t, 16>;

namespace {
/// Vectors that are linearly independent, in the order in which they were added.
struct Basis {
  Vectors vectors;
  Span span;
  void add(uint64_t vector) {
    if (span.insert(vector))
      vectors.push_back(vector);
  }
  void addUpTo(ArrayRef<uint64_t> more, size_t count) {
    for (uint64_t vector : more)
      if (vectors.size() < count)
        add(vector);
  }
};

/// How many elements, as powers of two, a word of a bank and a row of all banks hold.
struct BankGeometry {
  unsigned wordBits, rowBits;
  explicit BankGeometry(unsigned elementBits) {
    unsigned width = std::max(8u, elementBits);
    wordBits = width < 32 ? llvm::Log2_32(32 / width) : 0;
    rowBits = llvm::Log2_32(32 * 32 / width);
  }
  /// Lanes (logarithm) that one wavefront serves when each moves 2^vectorBits elements.
  unsigned laneBits(unsigned vectorBits) const { return rowBits - std::min(rowBits, std::max(vectorBits, wordBits)); }
};
} // namespace

/// The vectors in the span of both, those that are single vectors of `a` first where possible.
static Vectors intersection(ArrayRef<uint64_t> a, ArrayRef<uint64_t> b) {
  Span span;
  for (uint64_t vector : b)
    span.insert(vector, 0);
  Basis common;
  for (auto [i, vector] : llvm::enumerate(a)) {
    uint64_t tag = uint64_t(1) << i;
    Span::Row rest = span.reduce({vector, tag});
    if (rest.vector) {
      span.insert(vector, tag);
      continue;
    }
    uint64_t sum = 0;
    for (; rest.tag; rest.tag &= rest.tag - 1)
      sum ^= a[llvm::countr_zero(rest.tag)];
    common.add(sum);
  }
  return common.vectors;
}

/// Vectors of `whole` that complete `part` to the span of `whole`.
static Vectors complementWithin(ArrayRef<uint64_t> part, ArrayRef<uint64_t> whole) {
  Span span(part);
  Vectors rest;
  for (uint64_t vector : whole)
    if (span.insert(vector))
      rest.push_back(vector);
  return rest;
}

/// A subspace that meets neither `x` nor `y` (of equal dimension) except in zero, and completes either to the whole
/// space: outside the sum of both anything will do; inside, sums of one vector of each that the other lacks.
static Vectors commonComplement(ArrayRef<uint64_t> x, ArrayRef<uint64_t> y, ArrayRef<uint64_t> whole) {
  Vectors shared = intersection(x, y);
  Vectors onlyX = complementWithin(shared, x), onlyY = complementWithin(shared, y);
  assert(onlyX.size() == onlyY.size() && "subspaces of equal dimension");
  Vectors result;
  for (auto [a, b] : llvm::zip(onlyX, onlyY))
    result.push_back(a ^ b);
  Vectors both(x.begin(), x.end());
  both.append(y.begin(), y.end());
  result.append(complementWithin(both, whole));
  return result;
}

/// The largest exponent of an access that moves at most `maxVectorBits`.
static unsigned maxVectorLog(unsigned elementBits, unsigned maxVectorBits) {
  return llvm::Log2_32(std::max(1u, maxVectorBits / std::max(8u, elementBits)));
}

int32_t tritonc::accessVector(const LinearLayout &address, unsigned elementBits, unsigned maxVectorBits) {
  unsigned maxBits = maxVectorLog(elementBits, maxVectorBits);
  Span registers(address.flatBases(Dim::Register));
  unsigned k = 0;
  while (k < maxBits && registers.contains(uint64_t(1) << k) &&
         llvm::all_of(
             address.ins(),
             [&](const DimBits &in) {
               return in.dim == Dim::Register ||
                      llvm::all_of(address.flatBases(in.dim), [&](uint64_t column) { return !(column >> k & 1); });
             }))
    ++k;
  return int32_t(1) << k;
}

/// Fills both bases to a whole row of banks, with each other's vectors first, then with the store's and with whatever
/// else there is. Gives the vectors to choose from: they span the space.
static Vectors fillRows(Basis &storeRow, Basis &loadRow, const LinearLayout &store, unsigned row) {
  Vectors whole(store.flatBases().begin(), store.flatBases().end());
  for (unsigned bit = 0, total = store.totalOutBits(); bit < total; ++bit)
    whole.push_back(uint64_t(1) << bit);
  storeRow.addUpTo(loadRow.vectors, row);
  storeRow.addUpTo(whole, row);
  loadRow.addUpTo(storeRow.vectors, row);
  return whole;
}

/// The offset bits' vectors when the store moves at most 2^maxStoreVector elements at once, with the vector sizes
/// planned for.
struct Plan {
  Vectors columns;
  unsigned storeVector, loadVector;
};

static Plan planBuffer(const LinearLayout &store, const LinearLayout &load, BankGeometry banks, unsigned maxLoadVector,
                       unsigned maxStoreVector) {
  unsigned total = store.totalOutBits(), row = std::min(banks.rowBits, total);
  auto lanesOf = [](const LinearLayout &layout, unsigned count) {
    return layout.flatBases(Dim::Lane).take_front(std::min(layout.inBits(Dim::Lane), count));
  };
  // Lowest offset bits: registers that both sides hold, then more registers of the store.
  Basis storeRow;
  storeRow.addUpTo(intersection(store.flatBases(Dim::Register), load.flatBases(Dim::Register)),
                   std::min(maxLoadVector, row));
  unsigned loadVector = storeRow.vectors.size();
  storeRow.addUpTo(store.flatBases(Dim::Register), std::min(maxStoreVector, row));
  unsigned storeVector = storeRow.vectors.size();
  // Next the lanes that store at once: they then differ in their banks.
  storeRow.addUpTo(lanesOf(store, banks.laneBits(storeVector)), row);
  // What lanes that load at once must keep apart. Within one word, differing lanes do no harm.
  Basis loadRow;
  unsigned word = std::min<size_t>(std::max(banks.wordBits, loadVector), storeRow.vectors.size());
  loadRow.addUpTo(ArrayRef<uint64_t>(storeRow.vectors).take_front(word), row);
  loadRow.addUpTo(lanesOf(load, banks.laneBits(loadVector)), row);
  Vectors whole = fillRows(storeRow, loadRow, store, row);

  Plan plan{storeRow.vectors, storeVector, loadVector};
  plan.columns.append(commonComplement(storeRow.vectors, loadRow.vectors, whole));
  assert(plan.columns.size() == total && "offsets reach every element");
  return plan;
}

/// The layout from offsets whose bits go to `columns`, packed in the order of `outs`.
static LinearLayout offsetLayout(ArrayRef<uint64_t> columns, ArrayRef<DimBits> outs) {
  InputBases bases{Dim::Offset, {}};
  for (uint64_t column : columns) {
    std::vector<int32_t> basis;
    for (const DimBits &out : outs) {
      basis.push_back(int32_t(column & llvm::maskTrailingOnes<uint64_t>(out.bits)));
      column >>= out.bits;
    }
    bases.bases.push_back(std::move(basis));
  }
  return LinearLayout({bases}, outs);
}

/// `load` with its dimensions in the order of the store's.
static LinearLayout inOrderOf(const LinearLayout &store, const LinearLayout &load) {
  return load.transposeOuts(llvm::map_to_vector(store.outs(), [](const DimBits &d) { return d.dim; }));
}

SwizzledBuffer tritonc::swizzledBuffer(const LinearLayout &store, const LinearLayout &loadAnyOrder,
                                       unsigned elementBits, unsigned maxVectorBits) {
  LinearLayout load = inOrderOf(store, loadAnyOrder);
  BankGeometry banks(elementBits);
  unsigned maxVector = maxVectorLog(elementBits, maxVectorBits);
  // A vector that only the store uses may turn out to be needed to tell other lanes apart (it then is no vector, and
  // more lanes act at once than planned for). Give up such vectors one by one; with none left, plan and outcome agree.
  SwizzledBuffer buffer;
  for (unsigned storeLimit = maxVector, loadLimit = maxVector;;) {
    Plan plan = planBuffer(store, load, banks, loadLimit, storeLimit);
    buffer.offsetToCoords = offsetLayout(plan.columns, store.outs());
    buffer.storeVector = accessVector(bufferAddress(buffer.offsetToCoords, store), elementBits, maxVectorBits);
    buffer.loadVector = accessVector(bufferAddress(buffer.offsetToCoords, load), elementBits, maxVectorBits);
    bool storeFits = buffer.storeVector >> plan.storeVector != 0, loadFits = buffer.loadVector >> plan.loadVector != 0;
    if ((storeFits && loadFits) || (plan.storeVector == 0 && plan.loadVector == 0))
      return buffer;
    if (!storeFits && plan.storeVector > plan.loadVector)
      storeLimit = plan.storeVector - 1;
    else
      loadLimit = storeLimit = plan.loadVector - 1;
  }
}

SwizzledBuffer tritonc::exchangeBuffer(const LinearLayout &store, const LinearLayout &load, unsigned elementBits,
                                       unsigned maxVectorBits) {
  SwizzledBuffer forStore = swizzledBuffer(store, load, elementBits, maxVectorBits);
  SwizzledBuffer forLoad = swizzledBuffer(load, store, elementBits, maxVectorBits);
  std::swap(forLoad.storeVector, forLoad.loadVector);
  auto accesses = [&](const SwizzledBuffer &buffer) {
    return store.inSize(Dim::Register) / buffer.storeVector + load.inSize(Dim::Register) / buffer.loadVector;
  };
  return accesses(forLoad) < accesses(forStore) ? forLoad : forStore;
}

LinearLayout tritonc::bufferAddress(const LinearLayout &buffer, const LinearLayout &layout) {
  return layout.invertAndCompose(buffer);
}

SmallVector<int32_t, 4> tritonc::vectorRegisters(const LinearLayout &address, int32_t vector) {
  Span registers(address.flatBases(Dim::Register));
  SmallVector<int32_t, 4> result;
  for (int32_t offset = 1; offset < vector; offset *= 2) {
    std::optional<uint64_t> solution = registers.solve(uint64_t(offset));
    assert(solution && "the vector's offsets are reached by registers");
    result.push_back(int32_t(solution.value_or(0)));
  }
  return result;
}

int64_t tritonc::countBankConflicts(const LinearLayout &address, int32_t vector, unsigned elementBits) {
  int64_t elementBytes = std::max(8u, elementBits) / 8;
  int32_t lanesAtOnce =
      std::min<int32_t>(address.inSize(Dim::Lane), int32_t(128 / std::max<int64_t>(4, vector * elementBytes)));
  lanesAtOnce = std::max(lanesAtOnce, 1);
  int64_t extra = 0;
  for (int32_t reg = 0; reg < address.inSize(Dim::Register); ++reg) {
    if (address.apply({{Dim::Register, reg}}, Dim::Offset) % vector)
      continue;
    for (int32_t first = 0; first < address.inSize(Dim::Lane); first += lanesAtOnce) {
      std::map<int64_t, llvm::SmallSet<int64_t, 4>> wordsOfBank;
      for (int32_t lane = first; lane < first + lanesAtOnce; ++lane) {
        int64_t begin = address.apply({{Dim::Register, reg}, {Dim::Lane, lane}}, Dim::Offset) * elementBytes;
        for (int64_t word = begin / 4; word * 4 < begin + vector * elementBytes; ++word)
          wordsOfBank[word % 32].insert(word);
      }
      int64_t worst = 1;
      for (auto &[bank, words] : wordsOfBank)
        worst = std::max<int64_t>(worst, words.size());
      extra += worst - 1;
    }
  }
  return extra;
}

//===----------------------------------------------------------------------===//
// Buffers that copies fill
//===----------------------------------------------------------------------===//

namespace {
/// The coordinates along which one side accesses a buffer.
struct Access {
  /// The lowest offsets that it wants, in this order.
  Vectors lowest;
  /// With them: what lanes that act at once tell apart.
  Vectors lanes;
};
} // namespace

/// Whether one is the beginning of the other.
static bool agree(ArrayRef<uint64_t> a, ArrayRef<uint64_t> b) {
  size_t count = std::min(a.size(), b.size());
  return a.take_front(count) == b.take_front(count);
}

static bool isIndependent(ArrayRef<uint64_t> vectors) { return Span(vectors).dimension() == vectors.size(); }

/// The load as 8x8 matrices of rows of 16 bytes along a thread's word and lanes 0 .. 3 (ldmatrix), if a row can begin
/// with `vector`.
static std::optional<Access> plainMatrices(const LinearLayout &load, ArrayRef<uint64_t> vector, unsigned elementBits) {
  ArrayRef<uint64_t> registers = load.flatBases(Dim::Register), lanes = load.flatBases(Dim::Lane);
  Access access;
  for (unsigned i = 0; i < llvm::Log2_32(32 / elementBits); ++i) {
    // The vector says which registers share a word; beyond it, the lowest do.
    const auto *next =
        i < vector.size() ? llvm::find(registers, vector[i])
                          : llvm::find_if(registers, [&](uint64_t v) { return !llvm::is_contained(access.lowest, v); });
    if (next == registers.end())
      return std::nullopt;
    access.lowest.push_back(*next);
  }
  access.lowest.append({lanes[0], lanes[1]});
  access.lanes.append({lanes[2], lanes[3], lanes[4]});
  return isIndependent(access.lowest) && agree(access.lowest, vector) ? std::optional(access) : std::nullopt;
}

/// The same transposed: rows along lanes 0, 4, .. 28.
static std::optional<Access> turnedMatrices(const LinearLayout &load, ArrayRef<uint64_t> vector, unsigned elementBits) {
  ArrayRef<uint64_t> registers = load.flatBases(Dim::Register), lanes = load.flatBases(Dim::Lane);
  if (elementBits != 16 || registers.empty())
    return std::nullopt;
  Access access{{lanes[2], lanes[3], lanes[4]}, {registers[0], lanes[0], lanes[1]}};
  return isIndependent(access.lowest) && agree(access.lowest, vector) ? std::optional(access) : std::nullopt;
}

static std::optional<Access> matrixAccess(const LinearLayout &load, ArrayRef<uint64_t> vector, unsigned elementBits) {
  if (load.inBits(Dim::Lane) != 5 || elementBits > 32 || elementBits < 8)
    return std::nullopt;
  auto plain = plainMatrices(load, vector, elementBits);
  return plain ? plain : turnedMatrices(load, vector, elementBits);
}

/// The load by vectors of registers.
static Access vectorLoad(const LinearLayout &load, ArrayRef<uint64_t> vector, BankGeometry banks) {
  Span registers(load.flatBases(Dim::Register));
  unsigned count = 0;
  while (count < vector.size() && registers.contains(vector[count]))
    ++count;
  Access access;
  llvm::append_range(access.lowest,
                     vector.take_front(std::min<size_t>(vector.size(), std::max(count, banks.wordBits))));
  llvm::append_range(access.lanes,
                     load.flatBases(Dim::Lane).take_front(std::min(load.inBits(Dim::Lane), banks.laneBits(count))));
  return access;
}

/// The load by 64 lanes of which each reads 8 bytes of a row, 16 lanes at once, and receives a column (ds_read_b64_tr).
static std::optional<Access> transposedRows(const LinearLayout &load, ArrayRef<uint64_t> vector, unsigned elementBits) {
  ArrayRef<uint64_t> registers = load.flatBases(Dim::Register), lanes = load.flatBases(Dim::Lane);
  if (lanes.size() != 6 || (elementBits != 16 && elementBits != 8))
    return std::nullopt;
  unsigned within = llvm::Log2_32(64 / elementBits);
  if (registers.size() < within || vector.size() < within)
    return std::nullopt;
  Access access;
  llvm::append_range(access.lowest, lanes.take_front(within));
  llvm::append_range(access.lanes, lanes.slice(within, 4 - within));
  llvm::append_range(access.lanes, registers.take_front(within));
  return isIndependent(access.lowest) && agree(access.lowest, vector) ? std::optional(access) : std::nullopt;
}

static LinearLayout bufferBetween(const LinearLayout &store, ArrayRef<uint64_t> vector, const Access &reader,
                                  unsigned elementBits) {
  BankGeometry banks(elementBits);
  unsigned total = store.totalOutBits(), row = std::min(banks.rowBits, total);
  Basis storeRow, loadRow;
  storeRow.addUpTo(vector, row);
  storeRow.addUpTo(
      store.flatBases(Dim::Lane).take_front(std::min(store.inBits(Dim::Lane), banks.laneBits(vector.size()))), row);
  loadRow.addUpTo(reader.lowest, row);
  loadRow.addUpTo(reader.lanes, row);
  Vectors whole = fillRows(storeRow, loadRow, store, row);

  // Lowest lies what both want: one side's wish begins with the other's.
  bool loadDecides = reader.lowest.size() > vector.size();
  Basis columns;
  columns.addUpTo(loadDecides ? ArrayRef<uint64_t>(reader.lowest) : vector, row);
  columns.addUpTo(loadDecides ? loadRow.vectors : storeRow.vectors, row);
  Vectors all = columns.vectors;
  all.append(commonComplement(storeRow.vectors, loadRow.vectors, whole));
  assert(all.size() == total && "offsets reach every element");
  return offsetLayout(all, store.outs());
}

LinearLayout tritonc::copyBuffer(const LinearLayout &store, ArrayRef<uint64_t> vector, const LinearLayout &loadAnyOrder,
                                 unsigned elementBits) {
  LinearLayout load = inOrderOf(store, loadAnyOrder);
  std::optional<Access> matrices = matrixAccess(load, vector, elementBits);
  return bufferBetween(store, vector, matrices ? *matrices : vectorLoad(load, vector, BankGeometry(elementBits)),
                       elementBits);
}

std::optional<LinearLayout> tritonc::transposedBuffer(const LinearLayout &store, ArrayRef<uint64_t> vector,
                                                      const LinearLayout &load, unsigned elementBits) {
  std::optional<Access> rows = transposedRows(inOrderOf(store, load), vector, elementBits);
  return rows ? std::optional(bufferBetween(store, vector, *rows, elementBits)) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Buffers that whole waves copy to
//===----------------------------------------------------------------------===//

namespace {
/// A bit of a layout's input, and where it leads.
struct Column {
  Dim in;
  unsigned bit;
  uint64_t vector;
};
} // namespace

/// The registers that are not in `vector`, and the warps; nothing where they or the vector's are not all of the tensor.
static std::optional<SmallVector<Column>> besides(const LinearLayout &store, ArrayRef<uint64_t> vector) {
  SmallVector<Column> rest;
  for (Dim in : {Dim::Register, Dim::Warp})
    for (auto [bit, column] : llvm::enumerate(store.flatBases(in)))
      if (in != Dim::Register || !llvm::is_contained(vector, column))
        rest.push_back({in, unsigned(bit), column});
  size_t bits = vector.size() + store.inBits(Dim::Lane) + rest.size();
  bool isWhole = bits == store.totalOutBits() && Span(store.flatBases()).dimension() == bits;
  return isWhole ? std::optional(rest) : std::nullopt;
}

/// `store` with its lanes on `lanes`, and each of `rest` on that of `columns` which a wave's rectangle tells from it.
static LinearLayout copyingLayout(const LinearLayout &store, ArrayRef<uint64_t> wave, ArrayRef<uint64_t> lanes,
                                  ArrayRef<Column> rest, Vectors columns) {
  std::map<std::pair<Dim, unsigned>, uint64_t> moved;
  for (auto [bit, vector] : llvm::enumerate(lanes))
    moved[{Dim::Lane, unsigned(bit)}] = vector;
  Span span(wave);
  for (bool exact : {true, false}) // those that correspond, then what is left
    for (const Column &column : rest) {
      auto key = std::pair(column.in, column.bit);
      auto *found = exact ? llvm::find_if(columns, [&](uint64_t v) { return span.contains(v ^ column.vector); })
                          : columns.begin();
      if (moved.count(key) || found == columns.end())
        continue;
      moved[key] = *found;
      columns.erase(found);
    }
  SmallVector<InputBases> ins;
  for (const DimBits &in : store.ins()) {
    InputBases bases{in.dim, {}};
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      auto found = moved.find({in.dim, bit});
      uint64_t vector = found == moved.end() ? store.flatBasis(in.dim, bit) : found->second;
      std::vector<int32_t> &basis = bases.bases.emplace_back();
      for (const DimBits &out : store.outs()) {
        basis.push_back(int32_t(vector & llvm::maskTrailingOnes<uint64_t>(out.bits)));
        vector >>= out.bits;
      }
    }
    ins.push_back(std::move(bases));
  }
  return LinearLayout(ins, store.outs());
}

std::optional<WaveCopy> tritonc::waveCopyBuffer(const LinearLayout &store, ArrayRef<uint64_t> vector,
                                                const LinearLayout &loadAnyOrder, unsigned elementBits,
                                                bool isTransposed) {
  LinearLayout load = inOrderOf(store, loadAnyOrder);
  BankGeometry banks(elementBits);
  auto rest = besides(store, vector);
  auto reader = isTransposed ? transposedRows(load, vector, elementBits) : vectorLoad(load, vector, banks);
  // The rectangle of a wave's copy must fill a row of banks at least.
  size_t row = banks.rowBits, within = vector.size() + store.inBits(Dim::Lane);
  if (!rest || !reader || row > within)
    return std::nullopt;
  Basis wave, bank, wanted, apart;
  wave.addUpTo(vector, within);
  wave.addUpTo(store.flatBases(Dim::Lane), within);
  bank.addUpTo(wave.vectors, row);
  wanted.addUpTo(reader->lowest, row);
  wanted.addUpTo(reader->lanes, row);
  // Within the rectangle: rows that meet neither a row of banks nor what the reader wants apart of the rectangle.
  apart.addUpTo(intersection(wave.vectors, wanted.vectors), row);
  apart.addUpTo(bank.vectors, row);
  Vectors rows = commonComplement(bank.vectors, apart.vectors, wave.vectors);
  // Beyond it: what meets neither the rectangle nor the reader's wishes and the rows just chosen.
  Basis taken;
  taken.addUpTo(wanted.vectors, within);
  taken.addUpTo(rows, within);
  taken.addUpTo(wave.vectors, within);
  Vectors whole(wave.vectors);
  for (const Column &column : *rest)
    whole.push_back(column.vector);
  Vectors beyond = commonComplement(wave.vectors, taken.vectors, whole);

  // Within what one lane copies nothing can change places.
  uint64_t fixed = 0;
  for (uint64_t step : vector)
    fixed |= step;
  auto moves = [&](uint64_t column) { return (column & fixed) != 0; };
  if (llvm::any_of(rows, moves) || llvm::any_of(beyond, moves))
    return std::nullopt;

  Vectors columns(bank.vectors);
  columns.append(rows);
  ArrayRef<uint64_t> lanes = ArrayRef<uint64_t>(columns).drop_front(vector.size());
  LinearLayout copying = copyingLayout(store, wave.vectors, lanes, *rest, beyond);
  columns.append(beyond);
  assert(columns.size() == store.totalOutBits() && "offsets reach every element");
  return WaveCopy{offsetLayout(columns, store.outs()), std::move(copying)};
}
