//===- Passes.td - the passes on block IR and layout IR -------------------===//
//
// The lowering's passes are declared in passes/lower/Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef TRITONC_PASSES_TD
#define TRITONC_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Block IR
//===----------------------------------------------------------------------===//

def BlockStructure : Pass<"block-structure", "::mlir::ModuleOp"> {
  let summary = "turn the branches of called functions into scf";
  let description = [{
    Expects block IR before inlining. Functions that are called and have more than one block (early returns) get one block with
    `scf.if` and `scf.while`, so that they can be inlined anywhere. Kernels keep their blocks.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect"];
}

def BlockHostDescriptors : Pass<"block-host-descriptors", "::mlir::ModuleOp"> {
  let summary = "turn descriptors made from parameters into parameters that the launcher builds";
  let description = [{
    For targets with a tensor memory accelerator that products use (sm_90a), and modules of one kernel whose descriptors all qualify.
    Afterwards these are the kernel's last parameters, the kernel has `ttg.keep_descriptors`, and the module says in
    `ttg.tensor_maps` how each is built.
  }];
  let options = [Option<"target", "target", "std::string", "\"sm_90a\"", "the machine, as for tritonc --target">];
  let statistics = [Statistic<"numDescriptors", "num-descriptors", "descriptors that the launcher builds">];
  let dependentDialects = ["::tritonc::ttg::TritonGpuDialect"];
}

def BlockScaledDots : Pass<"block-scaled-dots", "::tritonc::tt::FuncOp"> {
  let summary = "turn products of microscaled operands into plain products";
  let description = [{
    Operands are decoded, scaled in f32 and rounded to bf16, which holds them; with an fp16 operand the product is one of tf32.
    Afterwards there is no tt.dot_scaled. The CPU has its own lowering.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tritonc::tt::TritonDialect"];
}

def BlockInlinePtx : Pass<"block-inline-ptx", "::tritonc::tt::FuncOp"> {
  let summary = "turn inline PTX into operations that every target has";
  let description = [{
    For targets without PTX. Afterwards no tt.elementwise_inline_asm holds PTX; text that cannot be translated is an error at its place.
  }];
  let options = [Option<"keepOther", "keep-other", "bool", "false", "keep text that is not PTX, for the target's assembler">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::tritonc::tt::TritonDialect"];
}

def BlockLibraryFunctions : Pass<"block-library-functions", "::tritonc::tt::FuncOp"> {
  let summary = "write out library functions that are formulas of others";
  let description = [{
    Expects tt.extern_elementwise with libdevice's names. Afterwards those that this pass knows are arith, math and tt operations; others
    stay for the target.
  }];
  let options = [
    Option<"keepRounded", "keep-rounded", "bool", "false", "keep arithmetic and conversions with a direction of rounding">,
    Option<"forHost", "for-host", "bool", "false", "write out also what the C library lacks">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::tritonc::tt::TritonDialect"];
}

def BlockLowerPointers : Pass<"block-lower-pointers", "::mlir::ModuleOp"> {
  let summary = "turn block pointers and tensor descriptors into blocks of pointers and masks";
  let description = [{
    Expects block IR. Afterwards no value is a block pointer (or, unless kept, a descriptor): what made, moved or chose them works
    on their scalars, and accesses are loads, stores and atomics with masks. Kernel parameters that are descriptors become base, sizes
    and strides.
  }];
  let options = [
    Option<"keepDescriptors", "keep-descriptors", "bool", "false", "leave descriptors to a pass of the target">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tritonc::tt::TritonDialect"];
}

def BlockCombine : Pass<"block-combine"> {
  let summary = "fold, keep scalar work scalar, and merge block operations";
  let description = [{
    Expects block IR (tensors without layouts). One greedy run over the canonicalisation patterns of arith, scf and ub, and over
    patterns of our own: elementwise work on splats moves to scalars, on broadcasts to the small block; selects of masked
    loads become the load's `other`; pointer offsets are merged; an addition of a product becomes its accumulator. Afterwards no
    elementwise op has only splats as operands.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tritonc::tt::TritonDialect"];
}

def BlockHoist : Pass<"block-hoist"> {
  let summary = "move loop-invariant scalars and expensive blocks out of loops";
  let description = [{
    Like loop-invariant code motion, but a block that is cheap to make again (a range, a splat, index arithmetic on them) stays
    inside: hoisted, it would occupy registers of every thread for the whole loop.
  }];
  let statistics = [Statistic<"numHoisted", "num-hoisted", "operations moved out of loops">];
}

//===----------------------------------------------------------------------===//
// Layout IR
//===----------------------------------------------------------------------===//

def CarriedAddresses : Pass<"layout-carried-addresses", "::tritonc::tt::FuncOp"> {
  let summary = "carry addresses through loops as one offset where each thread would carry many";
  let description = [{
    Expects block IR. A block of pointers or integers that a loop advances by the same amount in all elements becomes what enters the
    loop plus a scalar, if it is a vector or takes more than a few registers of each thread.
  }];
  let options = [Option<"numThreads", "num-threads", "int", "128", "threads of one program">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tritonc::tt::TritonDialect"];
}

def AssignLayouts : Pass<"layout-assign", "::mlir::ModuleOp"> {
  let summary = "give every tensor a layout, converting where one value is needed in two";
  let description = [{
    Expects block IR; afterwards every tensor type has a `#ttg.linear` encoding, every op's operands and results agree, and the
    module carries `ttg.num-warps`, `ttg.threads-per-warp`, `ttg.num-ctas` and `ttg.target`. AssignLayouts.cpp explains how layouts are
    chosen.
  }];
  let options = [
    Option<"numWarps", "num-warps", "int", "4", "warps of one program">,
    Option<"numCtas", "num-ctas", "int", "1", "thread blocks of one program's cluster">,
    Option<"target", "target", "std::string", "\"sm_90a\"", "the machine, as for tritonc --target">];
  let statistics = [
    Statistic<"numConversions", "num-conversions", "ttg.convert_layout ops made">,
    Statistic<"numCopies", "num-copies", "cheap values made again in another layout">];
  let dependentDialects = ["::tritonc::ttg::TritonGpuDialect"];
}

def VerifyLayouts : Pass<"layout-verify"> {
  let summary = "check that every tensor has a layout and that each operation's layouts fit together";
  let description = [{
    For tests and for layout IR that was written by hand: op verifiers do not look at layouts, since block IR has none. Reports an
    error on each op whose operand layouts are not those that its result layout requires.
  }];
}

def PrintAxisInfo : Pass<"layout-print-axis-info"> {
  let summary = "remark on every integer and pointer value with its contiguity, divisibility and constancy";
  let description = [{ For tests; changes nothing. }];
}

#endif
