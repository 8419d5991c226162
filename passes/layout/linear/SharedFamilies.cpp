//===- SharedFamilies.cpp - buffers that the matrix unit and TMA read -----===//
#include "passes/layout/linear/SharedFamilies.h"
#include "llvm/Support/MathExtras.h"

namespace tritonc {

uint32_t swizzleAddress(uint32_t address, unsigned rowBytes) {
  uint32_t chunks = rowBytes / 16;
  return address ^ (((address >> 7) & (chunks - 1)) << 4);
}

unsigned panelAlignment(unsigned rowBytes) { return 8 * rowBytes; }

unsigned widestPanel(int64_t elements, unsigned elementBits) {
  for (unsigned bytes : {128u, 64u, 32u, 16u})
    if (elements * elementBits >= int64_t(bytes) * 8)
      return bytes;
  return 0;
}

LinearLayout panelLayout(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int32_t> order, unsigned elementBits,
                         unsigned rowBytes) {
  unsigned rank = shape.size(), bytes = elementBits / 8;
  auto bitsOf = [&](int32_t dim) { return llvm::Log2_64(uint64_t(shape[dim])); };
  int32_t fast = order[0], slow = order[1];
  unsigned inRow = llvm::Log2_32(rowBytes / bytes);
  std::vector<std::vector<int32_t>> bases;
  auto add = [&](int32_t dim, unsigned bit) -> std::vector<int32_t> & {
    bases.emplace_back(rank, 0);
    bases.back()[dim] = int32_t(1) << bit;
    return bases.back();
  };
  for (unsigned bit = 0; bit < inRow; ++bit)
    add(fast, bit);
  for (unsigned bit = 0; bit < bitsOf(slow); ++bit) {
    // At the start of row 2^bit lies the chunk that the swizzle brings there.
    uint32_t address = uint32_t(rowBytes) << bit, chunk = address ^ swizzleAddress(address, rowBytes);
    add(slow, bit)[fast] = int32_t(chunk / bytes);
  }
  for (unsigned bit = inRow; bit < bitsOf(fast); ++bit)
    add(fast, bit);
  for (int32_t dim : order.drop_front(2))
    for (unsigned bit = 0; bit < bitsOf(dim); ++bit)
      add(dim, bit);
  llvm::SmallVector<DimBits, 4> outs;
  for (unsigned dim = 0; dim < rank; ++dim)
    outs.push_back({outDim(dim), bitsOf(int32_t(dim))});
  return LinearLayout({{Dim::Offset, bases}}, outs);
}

} // namespace tritonc
