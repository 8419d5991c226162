//===- Arena.cpp - storage for tensors ------------------------------------===//
//
// Tensors that outlive their strip are kept in one scratch area per thread, which the entries provide, since blocks are
// too large for a stack of unknown size. Buffers whose lifetimes (in steps of the emission, widened to whole loops) do
// not overlap share memory: first fit over the buffers in order of their size, which for the few dozen buffers of a
// kernel is within a few per cent of the best.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

/// A cache line, and the widest vector.
constexpr int64_t kAlignment = 64;

Buffer *Emitter::createBuffer(ArrayRef<int64_t> shape, Type element) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  allBuffers.push_back(std::make_unique<Buffer>());
  Buffer *buffer = allBuffers.back().get();
  buffer->element = element;
  buffer->bytes = llvm::alignTo(count * memoryBytes(element), kAlignment);
  buffer->begin = buffer->end = now;
  llvm::IRBuilder<> atEntry(entry->getTerminator());
  buffer->address = llvm::GetElementPtrInst::CreateInBounds(b.getInt8Ty(), scratch, {i64(0)}, "buffer",
                                                            entry->getTerminator()->getIterator());
  return buffer;
}

Type Emitter::bufferElement(Value value) {
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  auto narrow = dyn_cast<FloatType>(element);
  if (!narrow || narrow.getWidth() >= 32)
    return element;
  for (Operation *user : value.getUsers())
    if (!isa<tt::DotOp>(user))
      return element;
  // Widening is exact, and is then done once per element and not once per product.
  return Float32Type::get(value.getContext());
}

Buffer *Emitter::bufferOf(Value value) {
  auto found = buffers.find(value);
  return found == buffers.end() ? nullptr : found->second;
}

llvm::Value *Emitter::touch(Buffer *buffer) {
  buffer->end = std::max(buffer->end, now);
  return buffer->address;
}

void Emitter::endLoop(unsigned begin) {
  for (auto &buffer : allBuffers)
    if (buffer->begin <= begin && buffer->end >= begin)
      buffer->end = now;
  ++now;
}

void Emitter::layOutArena() {
  std::vector<Buffer *> order;
  for (auto &buffer : allBuffers)
    order.push_back(buffer.get());
  llvm::sort(order, [](Buffer *a, Buffer *c) {
    return std::tuple(-a->bytes, a->begin, a->end) < std::tuple(-c->bytes, c->begin, c->end);
  });
  std::vector<std::pair<Buffer *, int64_t>> placed;
  for (Buffer *buffer : order) {
    int64_t offset = 0;
    // Gaps between the placed buffers that are alive at the same time, in order of address.
    std::vector<std::pair<int64_t, int64_t>> busy;
    for (auto [other, at] : placed)
      if (!reuseBuffers || (other->begin <= buffer->end && buffer->begin <= other->end))
        busy.push_back({at, at + other->bytes});
    llvm::sort(busy);
    for (auto [from, to] : busy) {
      if (offset + buffer->bytes <= from)
        break;
      offset = std::max(offset, to);
    }
    placed.push_back({buffer, offset});
    buffer->address->setOperand(1, i64(offset));
    arenaBytes = std::max(arenaBytes, offset + buffer->bytes);
  }
}

llvm::AllocaInst *Emitter::entryAlloca(llvm::Type *type, const llvm::Twine &name) {
  return new llvm::AllocaInst(type, 0, name, entry->getTerminator()->getIterator());
}

} // namespace tritonc::cpu
