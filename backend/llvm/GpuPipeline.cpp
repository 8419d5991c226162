//===- GpuPipeline.cpp - what LLVM's optimiser does for a GPU kernel ------===//
//
// A kernel is one function of straight code and loops with everything inlined, so LLVM's whole-program machinery has
// nothing to do, and what the lowering emits is in SSA form and free of redundancy but for address arithmetic. LLVM's
// own pipeline took a third of a compile: it combines instructions eight times, and seven of them find nothing.
//
// With loops: promotion to registers, one combination before the loops and one after; loops are turned so that what
// they share can leave them, short ones are unrolled. Compared with LLVM's pipeline, ptxas needs the same registers in
// sum for matrix products and attention (within 1 %); for 41 kernels of other people it takes 5 % more and spills 60 %
// less, most of both in one kernel. Left out on purpose:
// - Reassociation pulls address sums apart so that their parts can leave the loop, where they stay live: a backward
//   pass of attention spilled 18 kB instead of 6.
// - The loop and SLP vectorisers: vectors are decided by the layouts already, and vectorised scalar code only adds
//   register pressure.
// - Value numbering of loads, which asks for each load whether any access before it may touch the same address: a third
//   of a compile with thousands of accesses to shared memory, for no register and no instruction.
//
// Without loops a handful of scalar passes gives the same number of machine instructions and registers for vector add,
// softmax, layer norm and dropout.
//
//===----------------------------------------------------------------------===//
#include "backend/llvm/LLVMModule.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace tritonc {

bool isStraightLine(const Module &module) {
  unsigned bodies = 0;
  for (const Function &function : module) {
    if (function.isDeclaration())
      continue;
    ++bodies;
    SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> backEdges;
    FindFunctionBackedges(function, backEdges);
    if (!backEdges.empty())
      return false;
  }
  return bodies == 1;
}

static FunctionPassManager straightPasses() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(ADCEPass());
  return passes;
}

static FunctionPassManager loopPasses(OptimizationLevel level, bool isAmd) {
  const int speed = int(level.getSpeedupLevel());
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  LoopPassManager turn;
  turn.addPass(LoopRotatePass());
  turn.addPass(LICMPass(LICMOptions()));
  turn.addPass(SimpleLoopUnswitchPass(/*NonTrivial=*/speed == 3));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(turn), /*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  LoopPassManager count;
  count.addPass(IndVarSimplifyPass());
  count.addPass(LoopDeletionPass());
  count.addPass(LoopFullUnrollPass(speed));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(count)));
  // AMD: partial redundancies make no difference to 7 kernels, and looking for them takes 5 % of the compile.
  passes.addPass(GVNPass(GVNOptions().setMemDep(false).setPRE(!isAmd)));
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions().hoistCommonInsts(true).sinkCommonInsts(true)));
  passes.addPass(LoopUnrollPass(LoopUnrollOptions(speed)));
  passes.addPass(InstCombinePass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(ADCEPass());
  return passes;
}

/// `builder` adds what the target wants to see run.
static ModulePassManager buildPipeline(PassBuilder &builder, const Module &module, bool isStraight,
                                       OptimizationLevel level) {
  ModulePassManager passes;
  builder.invokePipelineStartEPCallbacks(passes, level);
  // Library functions, and helpers that MLIR's inliner was to leave alone unless they are small.
  if (count_if(module, [](const Function &function) { return !function.isDeclaration(); }) > 1) {
    passes.addPass(ModuleInlinerWrapperPass(getInlineParams(level.getSpeedupLevel(), level.getSizeLevel())));
    passes.addPass(GlobalDCEPass());
  }
  passes.addPass(createModuleToFunctionPassAdaptor(
      isStraight ? straightPasses() : loopPasses(level, module.getTargetTriple().isAMDGPU())));
  builder.invokeOptimizerLastEPCallbacks(passes, level, ThinOrFullLTOPhase::None);
  return passes;
}

void optimizeForGpu(Module &module, TargetMachine &machine, int optLevel) {
  PassBuilder builder(&machine);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager callGraph;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  OptimizationLevel level = optLevel <= 0   ? OptimizationLevel::O0
                            : optLevel == 1 ? OptimizationLevel::O1
                            : optLevel == 2 ? OptimizationLevel::O2
                                            : OptimizationLevel::O3;
  const bool isStraight = machine.getTargetTriple().isNVPTX() && isStraightLine(module);
  ModulePassManager passes =
      optLevel <= 0 ? builder.buildO0DefaultPipeline(level) : buildPipeline(builder, module, isStraight, level);
  passes.run(module, modules);
}

} // namespace tritonc
