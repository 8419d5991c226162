//===- Swizzle.h - shared memory layouts without bank conflicts -----------===//
//
// Data goes through shared memory when warps exchange elements: written in one register layout, read in another. Shared
// memory has 32 banks of 4 bytes; one wavefront serves 32 lanes of 4 bytes, 16 of 8 or 8 of 16, provided that no two of
// them touch different words of one bank. Layouts being linear, this is a statement about subspaces: let X be the span
// of an access's vector bits and of the lane bits of one wavefront, and R the span of the offset bits above the
// 128-byte row. The access is free of conflicts when X and R meet only in zero. Two subspaces of equal dimension always
// have a common complement, so an R that suits the write and the read exists always, and is computed rather than
// searched (arXiv 2505.23819, section on optimal swizzling; bank geometry from the CUDA C++ Programming Guide, compute
// capability 5.x and up).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/layout/linear/LinearLayout.h"

namespace tritonc {

/// A buffer that two register layouts share.
struct SwizzledBuffer {
  /// Dim::Offset (in elements) -> coordinates, invertible.
  LinearLayout offsetToCoords;
  /// Elements that one access moves: neighbours in the buffer and registers of one thread.
  int32_t storeVector = 1;
  int32_t loadVector = 1;
};

/// The buffer for writing a tensor in layout `store` and reading it in layout `load`, both onto the same coordinates
/// and surjective. `maxVectorBits` caps one access. The registers of a vector need not be consecutive: `bufferAddress`
/// composed with the buffer tells where each goes; `vectorRegisters` lists them.
SwizzledBuffer swizzledBuffer(const LinearLayout &store, const LinearLayout &load, unsigned elementBits,
                              unsigned maxVectorBits = 128);

/// The same where either side may give way: of the buffers in which the store's vectors or the load's come first, the
/// one that takes fewer accesses. If warps hold copies of what they load, as with operands of products, those count.
SwizzledBuffer exchangeBuffer(const LinearLayout &store, const LinearLayout &load, unsigned elementBits,
                              unsigned maxVectorBits = 128);

/// The buffer (Dim::Offset -> coordinates) that copies fill, each of which moves elements that are neighbours in global
/// memory: `vector` are their steps, as flat coordinates, and lie lowest in the buffer. Threads in layout `store` make
/// the copies; it is read in layout `load`, by 8x8 matrices where that layout is one of a matrix unit's operand
/// (ldmatrix). Free of bank conflicts for both.
LinearLayout copyBuffer(const LinearLayout &store, llvm::ArrayRef<uint64_t> vector, const LinearLayout &load,
                        unsigned elementBits);

/// The same for operands of a matrix unit that gfx950 reads transposed (ds_read_b64_tr, plan/MatrixLoadPlan.h): its
/// lanes 0, 1, 2, ... walk along `vector`. Nothing where the layout read is not so.
std::optional<LinearLayout> transposedBuffer(const LinearLayout &store, llvm::ArrayRef<uint64_t> vector,
                                             const LinearLayout &load, unsigned elementBits);

/// A buffer that whole waves copy to.
struct WaveCopy {
  /// Dim::Offset (in elements) -> coordinates, invertible.
  LinearLayout buffer;
  /// (register, lane, warp, block) -> the coordinates that each lane reads.
  LinearLayout copying;
};

/// Copies that put what the lanes of a wave read one after the other, whatever it is (AMD's loads to LDS): a swizzle is
/// then a permutation of the lanes' addresses. The elements that one copy of a wave moves are those that a wave in
/// layout `store` accesses at once, `vector` by each lane, so that as many lines of global memory are touched as by a
/// load; which lane reads which of them, and which offset the rest has, follows from the banks that a reader in layout
/// `load` wants apart: by vectors, or transposed (as in transposedBuffer) if `isTransposed`. Nothing where threads of
/// `store` hold copies, where there is no such reader, or where it would have bank conflicts.
std::optional<WaveCopy> waveCopyBuffer(const LinearLayout &store, llvm::ArrayRef<uint64_t> vector,
                                       const LinearLayout &load, unsigned elementBits, bool isTransposed);

/// The map (register, lane, warp, block) -> Dim::Offset for accessing `buffer` in `layout`.
LinearLayout bufferAddress(const LinearLayout &buffer, const LinearLayout &layout);

/// How many elements one access through `address` may move at most: the largest 2^k such that only registers move the
/// lowest k offset bits, and reach all of them.
int32_t accessVector(const LinearLayout &address, unsigned elementBits, unsigned maxVectorBits = 128);

/// The register bits, as masks of register numbers, that walk along the lowest log2(vector) offset bits of `address`:
/// register r ^ combinations of these are one vector. Entry i is the register number whose offset is 1 << i.
llvm::SmallVector<int32_t, 4> vectorRegisters(const LinearLayout &address, int32_t vector);

/// How many wavefronts more than the least one warp needs to execute all accesses of `address` (as from
/// `bufferAddress`), each of `vector` elements. Counted one by one, so it serves as the judge of the construction
/// above.
int64_t countBankConflicts(const LinearLayout &address, int32_t vector, unsigned elementBits);

} // namespace tritonc
