//===- SharedMemoryOps.td - buffers in shared memory, asynchronous copies ---===//
//
// Layout IR in which blocks live in shared memory under a name. A `!ttg.memdesc` is a place, not a value: what it holds changes,
// and order matters. Asynchronous ops start work that ends at a wait; until then their sources and destinations must be
// left alone. The passes of passes/pipeline/ make these ops; passes/lower/ lowers them.
//
// A group of asynchronous copies ends for all threads at ttg.async_wait followed by a barrier (tritonc-insert-barriers adds it).
//
//===----------------------------------------------------------------------===//

#ifndef TRITONC_SHARED_MEMORY_OPS_TD
#define TRITONC_SHARED_MEMORY_OPS_TD

include "passes/ir/TritonGpuDialect.td"
include "passes/ir/TritonDialect.td"
include "passes/ir/TritonEnums.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TTG_MemoryOp<string mnemonic, list<Trait> traits = []> : Op<TritonGpu_Dialect, mnemonic, traits>;

def SharedMemory : Resource<"::tritonc::ttg::SharedMemory">;
def TTG_GlobalMemory : Resource<"::tritonc::tt::GlobalMemory">;

def TTG_MemDescType : TypeDef<TritonGpu_Dialect, "MemDesc"> {
  let mnemonic = "memdesc";
  let summary = "a block, or an array of equal blocks, in shared memory";
  let description = [{
    `!ttg.memdesc<3x128x64xf16, #ttg.shared<...>>`: the layout has the rank of one block (here 2); dimensions before it count
    copies that lie one after the other, each a multiple of the block's bytes apart.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
                        "::tritonc::ttg::SharedEncodingAttr":$encoding);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Dimensions that count copies.
    unsigned getNumCopyDims() const { return unsigned(getShape().size() - getEncoding().getLayout().outs().size()); }
    /// The shape of one block.
    ::llvm::ArrayRef<int64_t> getBlockShape() const { return getShape().drop_front(getNumCopyDims()); }
    int64_t getNumCopies() const;
    /// Bytes of one block, and of all.
    int64_t getBlockBytes() const;
    int64_t getBytes() const { return getBlockBytes() * getNumCopies(); }
  }];
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

def LocalAllocOp : TTG_MemoryOp<"local_alloc", [MemoryEffects<[MemAlloc<SharedMemory>, MemWrite<SharedMemory>]>]> {
  let summary = "a buffer, filled with a block if one is given";
  let description = [{ It lives to its last use, or to its ttg.local_dealloc: needed where asynchronous work outlasts the last use. }];
  let arguments = (ins Optional<TT_Tensor>:$src);
  let results = (outs TTG_MemDescType:$result);
  let assemblyFormat = "($src^)? attr-dict `:` functional-type(operands, $result)";
}

def LocalDeallocOp : TTG_MemoryOp<"local_dealloc", [MemoryEffects<[MemFree<SharedMemory>]>]> {
  let summary = "the buffer is not used from here on";
  let arguments = (ins TTG_MemDescType:$src);
  let assemblyFormat = "$src attr-dict `:` type($src)";
}

def MemDescIndexOp : TTG_MemoryOp<"memdesc_index", [Pure]> {
  let summary = "one of the blocks of an array, by the first dimension";
  let arguments = (ins TTG_MemDescType:$src, I32:$index);
  let results = (outs TTG_MemDescType:$result);
  let assemblyFormat = "$src `[` $index `]` attr-dict `:` type($src) `->` type($result)";
}

def MemDescTransOp : TTG_MemoryOp<"memdesc_trans", [Pure]> {
  let summary = "the same memory with dimensions permuted: result dimension i is source dimension order[i]";
  let arguments = (ins TTG_MemDescType:$src, DenseI32ArrayAttr:$order);
  let results = (outs TTG_MemDescType:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

def LocalLoadOp : TTG_MemoryOp<"local_load", [MemoryEffects<[MemRead<SharedMemory>]>]> {
  let summary = "reads a block into registers";
  let arguments = (ins TTG_MemDescType:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

def LocalStoreOp : TTG_MemoryOp<"local_store", [MemoryEffects<[MemWrite<SharedMemory>]>]> {
  let summary = "writes a block from registers";
  let arguments = (ins TT_Tensor:$src, TTG_MemDescType:$dst);
  let assemblyFormat = "$src `,` $dst attr-dict `:` type($src) `->` type($dst)";
}

//===----------------------------------------------------------------------===//
// Asynchronous copies by threads (cp.async)
//===----------------------------------------------------------------------===//

def AsyncCopyOp : TTG_MemoryOp<"async_copy", [
    MemoryEffects<[MemRead<TTG_GlobalMemory>, MemWrite<SharedMemory>]>]> {
  let summary = "starts copying from global to shared memory; masked lanes write zeros";
  let arguments = (ins RankedTensorOf<[TT_PtrType]>:$ptr, Optional<RankedTensorOf<[I1]>>:$mask, TTG_MemDescType:$dst,
                       DefaultValuedAttr<TT_CacheModifier, "::tritonc::tt::CacheModifier::None">:$cache,
                       DefaultValuedAttr<TT_EvictionPolicy, "::tritonc::tt::EvictionPolicy::Normal">:$evict);
  let assemblyFormat = "$ptr (`mask` $mask^)? `to` $dst attr-dict `:` type($ptr) `->` type($dst) (`,` type($mask)^)?";
}

def AsyncCommitOp : TTG_MemoryOp<"async_commit", [MemoryEffects<[MemRead<SharedMemory>, MemWrite<SharedMemory>]>]> {
  let summary = "the copies started since the last commit are a group";
  let assemblyFormat = "attr-dict";
}

def AsyncWaitOp : TTG_MemoryOp<"async_wait", [MemoryEffects<[MemRead<SharedMemory>, MemWrite<SharedMemory>]>]> {
  let summary = "this thread waits until at most `pending` of its groups are still under way";
  let arguments = (ins I32Attr:$pending);
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Barriers in memory, and copies by the tensor memory accelerator
//===----------------------------------------------------------------------===//

def BarrierInitOp : TTG_MemoryOp<"barrier_init", [MemoryEffects<[MemWrite<SharedMemory>]>]> {
  let summary = "makes an mbarrier in a 64-bit word, for `count` arrivals a phase";
  let arguments = (ins TTG_MemDescType:$barrier, I32Attr:$count);
  let assemblyFormat = "$barrier attr-dict `:` type($barrier)";
}

def BarrierInvalOp : TTG_MemoryOp<"barrier_inval", [MemoryEffects<[MemWrite<SharedMemory>]>]> {
  let summary = "ends the life of an mbarrier; its memory can be used again";
  let arguments = (ins TTG_MemDescType:$barrier);
  let assemblyFormat = "$barrier attr-dict `:` type($barrier)";
}

def BarrierExpectOp : TTG_MemoryOp<"barrier_expect", [
    MemoryEffects<[MemRead<SharedMemory>, MemWrite<SharedMemory>]>]> {
  let summary = "one thread arrives and announces `bytes` that copies will bring, if `predicate`";
  let arguments = (ins TTG_MemDescType:$barrier, I1:$predicate, I32Attr:$bytes);
  let assemblyFormat = "$barrier `,` $predicate attr-dict `:` type($barrier)";
}

def BarrierWaitOp : TTG_MemoryOp<"barrier_wait", [MemoryEffects<[MemRead<SharedMemory>, MemWrite<SharedMemory>]>]> {
  let summary = "all threads wait for the end of the phase with this parity, if `predicate`";
  let arguments = (ins TTG_MemDescType:$barrier, I32:$parity, Optional<I1>:$predicate);
  let assemblyFormat = "$barrier `,` $parity (`,` $predicate^)? attr-dict `:` type($barrier)";
}

def TmaLoadOp : TTG_MemoryOp<"tma_load", [
    MemoryEffects<[MemRead<TTG_GlobalMemory>, MemRead<SharedMemory>, MemWrite<SharedMemory>]>]> {
  let summary = "starts copying a block through a tensor map; the barrier counts its bytes";
  let arguments = (ins TT_TensorDescType:$desc, Variadic<I32>:$indices, TTG_MemDescType:$dst, TTG_MemDescType:$barrier,
                       I1:$predicate);
  let assemblyFormat = [{
    $desc `[` $indices `]` `to` $dst `,` $barrier `,` $predicate attr-dict
    `:` qualified(type($desc)) `->` type($dst) `,` type($barrier)
  }];
}

def TmaStoreOp : TTG_MemoryOp<"tma_store", [
    MemoryEffects<[MemWrite<TTG_GlobalMemory>, MemRead<SharedMemory>]>]> {
  let summary = "starts copying a block from shared memory through a tensor map, as a group of its own";
  let arguments = (ins TT_TensorDescType:$desc, Variadic<I32>:$indices, TTG_MemDescType:$src,
                       OptionalAttr<TT_DescriptorReduceKind>:$reduce);
  let assemblyFormat = "$src `to` $desc `[` $indices `]` attr-dict `:` type($src) `->` qualified(type($desc))";
}

def TmaStoreWaitOp : TTG_MemoryOp<"tma_store_wait", [
    MemoryEffects<[MemRead<SharedMemory>, MemWrite<SharedMemory>]>]> {
  let summary = "waits until at most `pending` stores still read shared memory";
  let arguments = (ins I32Attr:$pending);
  let assemblyFormat = "attr-dict";
}

def FenceAsyncSharedOp : TTG_MemoryOp<"fence_async_shared", [
    MemoryEffects<[MemRead<SharedMemory>, MemWrite<SharedMemory>]>]> {
  let summary = "writes of threads to shared memory become visible to wgmma and the tensor memory accelerator";
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Matrix products on shared memory
//===----------------------------------------------------------------------===//

def WarpGroupDotOp : TTG_MemoryOp<"warp_group_dot", [
    AllTypesMatch<["c", "d"]>, MemoryEffects<[MemRead<SharedMemory>, MemWrite<SharedMemory>]>]> {
  let summary = "d = a x b + c by warpgroups of four warps (wgmma); a in registers or shared memory, b in shared memory";
  let description = [{
    If `isAsync`, d may be read, and the buffers overwritten, only after a ttg.warp_group_dot_wait that d passes through.
    Without `useC`, or where it is true, c is added; where it is false the sum starts at zero.
  }];
  let arguments = (ins AnyTypeOf<[TT_Tensor, TTG_MemDescType]>:$a, TTG_MemDescType:$b, TT_FpIntTensor:$c, Optional<I1>:$useC,
                       DefaultValuedAttr<TT_InputPrecision, "::tritonc::tt::InputPrecision::IEEE">:$inputPrecision,
                       DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc,
                       DefaultValuedAttr<BoolAttr, "false">:$isAsync);
  let results = (outs TT_FpIntTensor:$d);
  let assemblyFormat = "$a `,` $b `,` $c (`,` $useC^)? attr-dict `:` type($a) `*` type($b) `->` type($d)";
}

def WarpGroupDotWaitOp : TTG_MemoryOp<"warp_group_dot_wait", [
    AllTypesMatch<["inputs", "outputs"]>, MemoryEffects<[MemRead<SharedMemory>, MemWrite<SharedMemory>]>]> {
  let summary = "waits until at most `pending` asynchronous products are under way; their sums pass through";
  let arguments = (ins Variadic<TT_FpIntTensor>:$inputs, I32Attr:$pending);
  let results = (outs Variadic<TT_FpIntTensor>:$outputs);
  let assemblyFormat = "$inputs attr-dict `:` type($inputs)";
}

#endif
