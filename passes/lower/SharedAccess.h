//===- SharedAccess.h - reads and writes of scratch buffers ---------------===//
//
// A scratch buffer is an array of elements; a linear map from (register, lane, warp) gives each register's index into
// it. Since XOR by a register's part would cost an instruction for every access, the part is split: bits that no thread
// ever sets are added, which folds into the offset field of the instruction; only the others are XORed.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/lower/Lowering.h"

namespace tritonc::lower {

/// How an element lies in memory: i1 as a byte, pointers as integers, everything else as it is.
Type memoryType(Emitter &e, Type element);
/// Bytes of it.
unsigned memoryBytes(Type element);
/// Bytes of an element of a `tt` type (a tensor's element or a scalar).
unsigned memoryBytesOf(Type sourceType);

/// The XOR of what the thread's lane and warp contribute to output `out` of `map`, as an i32.
Value threadPart(FunctionLowering &f, const LinearLayout &map, Dim out);
/// That of the warp alone.
Value warpPart(FunctionLowering &f, const LinearLayout &map, Dim out);

/// The registers of each vector access of `vector` elements through `address` (to Dim::Offset): lowest offset first.
llvm::SmallVector<llvm::SmallVector<uint32_t>> vectorGroups(const LinearLayout &address, int32_t vector);

class SharedBuffer {
public:
  /// An array of `element` (an LLVM type) at byte `start` of `scratch`, indexed through `map` (to Dim::Offset).
  SharedBuffer(FunctionLowering &f, Value scratch, int64_t start, Type element, LinearLayout map);

  /// The address of the thread's place of register `reg`, its index XORed with `extra`. Ask in straight-line code (not
  /// under a branch): parts are kept for later addresses.
  Value address(uint32_t reg, uint32_t extra = 0);
  /// `count` elements from there on.
  llvm::SmallVector<Value> load(unsigned count, uint32_t reg, uint32_t extra = 0);

private:
  FunctionLowering &f;
  Value base;
  Type element;
  unsigned bytes;
  LinearLayout map;
  Value threadBytes;       // the thread's part, in bytes
  uint32_t threadMask = 0; // the index bits that it may set
  llvm::SmallDenseMap<uint32_t, Value> addresses;
};

/// Vector access to shared memory: `values` one after the other at `ptr`, which is a multiple of their size.
void storeShared(Emitter &e, Value ptr, llvm::ArrayRef<Value> values);
llvm::SmallVector<Value> loadShared(Emitter &e, Value ptr, Type element, unsigned count);

/// Stores that happen under one condition (null: always).
struct SharedStore {
  Value ptr;
  llvm::SmallVector<Value> values;
};
void storeSharedIf(FunctionLowering &f, Value condition, llvm::ArrayRef<SharedStore> stores);

/// True where none of the bits in the masks is set in the thread's lane and warp; null if the masks are empty.
Value noneSet(FunctionLowering &f, uint32_t lanes, uint32_t warps = 0);

} // namespace tritonc::lower
