//===- Pipelines.cpp - the order of the passes, and why -------------------===//
#include "passes/Pipelines.h"
#include "mlir/Transforms/Passes.h"
#include "passes/Passes.h"
#include "passes/lint/Passes.h"
#include "passes/lower/LowerToLLVM.h"
#include "passes/lower/SharedMemory.h"
#include "passes/pipeline/Passes.h"

using namespace mlir;
using namespace tritonc;

void tritonc::buildBlockPipeline(OpPassManager &pm, const LoweringOptions &options) {
  // A function with early returns is several blocks, which cannot be put into a loop.
  pm.addPass(createBlockStructure());
  // Before the rest: everything after works within one function. Functions marked noinline stay; the inliner's own
  // clean-up between functions is left out, since block-combine does it once for all.
  pm.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  pm.addPass(createSymbolDCEPass());
  // Before anything is simplified, so that warnings are about what was written.
  if (options.lint) {
    BlockLintOptions lint;
    lint.autotuned = options.isSearched;
    lint.preserved.assign(options.preserved.begin(), options.preserved.end());
    pm.nest<tt::FuncOp>().addPass(createBlockLint(lint));
  }
  // After inlining, so that few functions pass them; before combining, which cleans up what loops carry unchanged.
  // Before descriptors become pointers, and after inlining, where they are used as they were made.
  BlockHostDescriptorsOptions descriptors;
  descriptors.target = options.target.name;
  pm.addPass(createBlockHostDescriptors(descriptors));
  pm.addPass(createBlockLowerPointers());
  OpPassManager &function = pm.nest<tt::FuncOp>();
  if (!options.target.isCPU())
    function.addPass(createBlockScaledDots());
  if (!options.target.isNVIDIA()) {
    BlockInlinePtxOptions ptx;
    ptx.keepOther = !options.target.isCPU();
    function.addPass(createBlockInlinePtx(ptx));
  }
  // Before combining, which folds what has constant operands.
  BlockLibraryFunctionsOptions library;
  library.keepRounded = options.target.isNVIDIA();
  library.forHost = options.target.isCPU();
  function.addPass(createBlockLibraryFunctions(library));
  // After inlining, because arguments of helpers are often splats and constants.
  function.addPass(createBlockCombine());
  // Before hoisting, so that equal scalars are hoisted once.
  function.addPass(createCSEPass());
  function.addPass(createBlockHoist());
}

void tritonc::buildLayoutPipeline(OpPassManager &pm, const LoweringOptions &options) {
  CarriedAddressesOptions carried;
  carried.numThreads = options.numWarps * options.target.warpSize;
  pm.nest<tt::FuncOp>().addPass(createCarriedAddresses(carried));
  AssignLayoutsOptions assign;
  assign.numWarps = options.numWarps;
  assign.numCtas = options.numCtas;
  assign.target = options.target.name;
  pm.addPass(createAssignLayouts(assign));
  if (options.lint)
    pm.nest<tt::FuncOp>().addPass(createLayoutLint());
  // Cheap values were cloned for each layout and use; equal clones merge here.
  pm.nest<tt::FuncOp>().addPass(createCSEPass());
}

void tritonc::buildLoopPipeline(OpPassManager &pm, const LoweringOptions &options) {
  OpPassManager &function = pm.nest<tt::FuncOp>();
  // First: it makes the buffers that loads are then copied to.
  function.addPass(createPipelineWarpGroupDots());
  PipelineLoadsOptions loads;
  loads.numStages = unsigned(options.numStages);
  loads.keepOperands = options.keepOperands;
  function.addPass(createPipelineLoads(loads));
  PipelineDescriptorsOptions copies;
  copies.numStages = unsigned(options.numStages);
  function.addPass(createPipelineDescriptors(copies));
  // After the loads: only then is there a slot for each product under way.
  function.addPass(createPipelineAsyncDots());
  // What runs ahead was cloned; equal index arithmetic merges here.
  function.addPass(createCSEPass());
}

void tritonc::buildGpuLoweringPipeline(OpPassManager &pm, const LoweringOptions &) {
  // When no pass makes or removes ops with scratch any more; barriers depend on the places.
  pm.addPass(createAllocateSharedPass());
  pm.addPass(createInsertBarriersPass());
  pm.addPass(createLowerToLLVMPass());
}

namespace {
/// The transitions as single options of tritonc-opt, for the targets and sizes that tests want.
struct TransitionOptions : PassPipelineOptions<TransitionOptions> {
  Option<std::string> target{*this, "target", llvm::cl::desc("the machine, as for tritonc --target"),
                             llvm::cl::init("sm_90a")};
  Option<int> numWarps{*this, "num-warps", llvm::cl::desc("warps of one program"), llvm::cl::init(4)};
};
} // namespace

template <void (*build)(OpPassManager &, const LoweringOptions &)>
static void buildFromText(OpPassManager &pm, const TransitionOptions &text) {
  LoweringOptions options;
  // An unknown name is left to the pass that uses it, which can report it.
  options.target.name = text.target;
  if (llvm::Expected<Target> machine = parseTarget(text.target))
    options.target = *machine;
  else
    llvm::consumeError(machine.takeError());
  options.numWarps = text.numWarps;
  build(pm, options);
}

void tritonc::registerAllPasses() {
  registerTransformsPasses();
  registerTritoncPasses();
  registerTritoncPipelinePasses();
  registerTritoncLintPasses();
  registerLowerToLLVMPass();
  registerPass([] { return createAllocateSharedPass(); });
  registerPass([] { return createInsertBarriersPass(); });
  PassPipelineRegistration<TransitionOptions>("tritonc-block", "block IR to optimised block IR",
                                              buildFromText<buildBlockPipeline>);
  PassPipelineRegistration<TransitionOptions>("tritonc-layout", "optimised block IR to layout IR",
                                              buildFromText<buildLayoutPipeline>);
}
