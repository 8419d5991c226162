//===- Passes.td - layout IR with work in flight --------------------------===//

#ifndef TRITONC_PIPELINE_PASSES_TD
#define TRITONC_PIPELINE_PASSES_TD

include "mlir/Pass/PassBase.td"

def PipelineWarpGroupDots : Pass<"pipeline-warp-group-dots", "::tritonc::tt::FuncOp"> {
  let summary = "turn the products that layout-assign gave to warpgroups into ttg.warp_group_dot";
  let description = [{
    Expects layout IR. Each `tt.dot` with `ttg.mma = "wgmma..."` becomes a synchronous `ttg.warp_group_dot`, B and, unless
    threads computed it in a fitting layout, A in shared memory (`ttg.local_alloc`), with a `ttg.fence_async_shared` between.
  }];
  let statistics = [Statistic<"numDots", "num-dots", "products given to warpgroups">];
  let dependentDialects = ["::tritonc::ttg::TritonGpuDialect"];
}

def PipelineLoads : Pass<"pipeline-loads", "::tritonc::tt::FuncOp"> {
  let summary = "make loads that feed products iterations ahead of their use";
  let description = [{
    Expects layout IR with its target on the module. In each innermost `scf.for` whose number of stages (its `tt.num_stages`, else
    the option) is more than one, loads that feed products become asynchronous copies to several slots of shared memory, or, where the
    target has none, loads into registers. Loops with one stage or without such loads are left as they are.
  }];
  let options = [Option<"numStages", "num-stages", "unsigned", "3", "iterations in work at a time">,
                 Option<"keepOperands", "keep-operands", "bool", "false",
                        "leave operands that loops do not change in registers, for want of shared memory">];
  let statistics = [Statistic<"numLoads", "num-loads", "loads made ahead">];
  let dependentDialects = ["::tritonc::ttg::TritonGpuDialect"];
}

def PipelineDescriptors : Pass<"pipeline-descriptors", "::tritonc::tt::FuncOp"> {
  let summary = "turn accesses through descriptors that the launcher builds into copies by the tensor memory accelerator";
  let description = [{
    Expects layout IR whose descriptors are parameters (`ttg.keep_descriptors`); other functions are left as they are. Loads that feed
    products of a loop with more than one stage are made iterations ahead, into several slots with a barrier for each.
  }];
  let options = [Option<"numStages", "num-stages", "unsigned", "3", "iterations in work at a time">];
  let statistics = [Statistic<"numCopies", "num-copies", "accesses given to the accelerator">];
  let dependentDialects = ["::tritonc::ttg::TritonGpuDialect"];
}

def PipelineAsyncDots : Pass<"pipeline-async-dots", "::tritonc::tt::FuncOp"> {
  let summary = "let products of warpgroups outlast the iteration that started them";
  let description = [{
    Expects layout IR whose loads are made ahead. A synchronous `ttg.warp_group_dot` whose sum goes straight to the next iteration's
    becomes asynchronous, with a `ttg.warp_group_dot_wait` for the one before, and one for the last after the loop.
  }];
  let statistics = [Statistic<"numDots", "num-dots", "products made asynchronous">];
  let dependentDialects = ["::tritonc::ttg::TritonGpuDialect"];
}

#endif
