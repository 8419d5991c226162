//===- LowerToLLVM.cpp - the pass from layout IR to one thread's program --===//
//
// Declares an llvm.func for every tt.func first (calls need them), lowers the bodies, then drops the originals.
// Lowering.h explains how a body is lowered.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/LowerToLLVM.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "passes/ir/SharedMemory.h"
#include "passes/lower/Lowering.h"
#include "passes/lower/SharedMemory.h"

using namespace mlir;

namespace tritonc {
#define GEN_PASS_DEF_LOWERTOLLVM
#include "passes/lower/Passes.h.inc"
} // namespace tritonc

using namespace tritonc;
using namespace tritonc::lower;

namespace {

HandlerTable makeHandlers() {
  HandlerTable table;
  addControlFlowHandlers(table);
  addElementwiseHandlers(table);
  addMathHandlers(table);
  addCastHandlers(table);
  addPointerHandlers(table);
  addLoadStoreHandlers(table);
  addAtomicHandlers(table);
  addProgramInfoHandlers(table);
  addShapeHandlers(table);
  addDebugHandlers(table);
  addInlineAsmHandlers(table);
  addReduceHandlers(table);
  addScanHandlers(table);
  addConvertHandlers(table);
  addHistogramHandlers(table);
  addGatherHandlers(table);
  addDotHandlers(table);
  addBarrierHandlers(table);
  addLocalMemoryHandlers(table);
  addAsyncCopyHandlers(table);
  addWarpGroupHandlers(table);
  addTensorMapHandlers(table);
  return table;
}

/// The launch that the module was laid out for.
FailureOr<LoweringOptions> readLaunch(ModuleOp module) {
  LoweringOptions options;
  StringRef name = ttg::targetName(module);
  if (name.empty())
    return module.emitError() << "the module does not name its target: attribute '" << ttg::targetAttrName()
                              << "' is missing";
  llvm::Expected<Target> parsed = parseTarget(name);
  if (!parsed)
    return module.emitError() << llvm::toString(parsed.takeError());
  if (parsed->isCPU())
    return module.emitError() << "target '" << name << "' is no GPU";
  options.target = *parsed;
  options.numWarps = ttg::numWarps(module);
  options.numCtas = ttg::numCtas(module);
  if (int lanes = ttg::threadsPerWarp(module);
      module->hasAttr(ttg::threadsPerWarpAttrName()) && lanes != options.target.warpSize)
    return module.emitError() << "laid out for " << lanes << " threads per warp, but '" << name << "' has "
                              << options.target.warpSize;
  return options;
}

/// Every tensor must have a layout for exactly this launch.
LogicalResult checkLayouts(tt::FuncOp function, const LoweringOptions &options) {
  unsigned lanes = llvm::Log2_32(options.target.warpSize), warps = llvm::Log2_32(options.numWarps);
  llvm::DenseSet<Type> seen;
  auto check = [&](Type type, Operation *op) -> LogicalResult {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !seen.insert(type).second)
      return success();
    const LinearLayout *layout = ttg::layoutOf(tensor);
    if (!layout)
      return op->emitError() << "block of type " << type << " has no layout";
    if (layout->inBits(Dim::Lane) != lanes || layout->inBits(Dim::Warp) != warps)
      return op->emitError() << "block of type " << type << " is laid out for " << layout->inSize(Dim::Lane)
                             << " lanes and " << layout->inSize(Dim::Warp) << " warps, but the launch has "
                             << options.target.warpSize << " and " << options.numWarps;
    return success();
  };
  WalkResult result = function.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (failed(check(type, op)))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          if (failed(check(type, op)))
            return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

class Module {
public:
  Module(ModuleOp module, LoweringOptions options, const HandlerTable &handlers, const TargetOps &target)
      : module(module), context{module, options, handlers, target} {}

  LogicalResult run();

private:
  LogicalResult declare(tt::FuncOp function);

  ModuleOp module;
  ModuleContext context;
  SmallVector<std::pair<tt::FuncOp, LLVM::LLVMFuncOp>> functions;
};

LogicalResult Module::declare(tt::FuncOp source) {
  OpBuilder builder(source);
  MLIRContext *ctx = module.getContext();
  SmallVector<Type> inputs, outputs;
  // A throw-away function gives access to the type rules before the real one has its type.
  auto probeType = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(ctx), {});
  auto function = LLVM::LLVMFuncOp::create(builder, source.getLoc(), source.getName(), probeType);
  function.addEntryBlock(builder);
  FunctionLowering types(context, source, function);
  types.e.setLoc(source.getLoc());
  SmallVector<std::pair<unsigned, unsigned>> spans;
  for (Type type : source.getArgumentTypes()) {
    unsigned first = inputs.size();
    if (failed(types.appendRegisterTypes(type, inputs)))
      return failure();
    spans.push_back({first, inputs.size() - first});
  }
  for (Type type : source.getResultTypes())
    if (failed(types.appendRegisterTypes(type, outputs)))
      return failure();
  Type result = outputs.empty()       ? Type(LLVM::LLVMVoidType::get(ctx))
                : outputs.size() == 1 ? outputs.front()
                                      : LLVM::LLVMStructType::getLiteral(ctx, outputs);
  function.erase();

  function =
      LLVM::LLVMFuncOp::create(builder, source.getLoc(), source.getName(), LLVM::LLVMFunctionType::get(result, inputs));
  if (source.isKernel())
    function->setAttr("tritonc.kernel", builder.getUnitAttr());
  else
    function.setLinkage(LLVM::Linkage::Internal);
  if (auto noinline = source->getAttrOfType<BoolAttr>("noinline"); noinline && noinline.getValue())
    function.setNoInline(true);
  for (unsigned i = 0; i < spans.size(); ++i) {
    if (isa<tt::TensorDescType>(source.getArgumentTypes()[i]) && isa<LLVM::LLVMPointerType>(inputs[spans[i].first]) &&
        spans[i].second == 1) {
      // A CUtensorMap: 128 bytes, aligned to 64 (CUDA driver API, tensor map object).
      Type bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), 128);
      function.setArgAttr(spans[i].first, LLVM::LLVMDialect::getByValAttrName(), TypeAttr::get(bytes));
      function.setArgAttr(spans[i].first, LLVM::LLVMDialect::getAlignAttrName(), builder.getI64IntegerAttr(64));
    }
    auto divisibility = source.getArgAttrOfType<IntegerAttr>(i, "tt.divisibility");
    if (divisibility && spans[i].second == 1 && isa<LLVM::LLVMPointerType>(inputs[spans[i].first]) &&
        llvm::isPowerOf2_64(divisibility.getInt()))
      function.setArgAttr(spans[i].first, LLVM::LLVMDialect::getAlignAttrName(),
                          builder.getI64IntegerAttr(divisibility.getInt()));
  }
  functions.push_back({source, function});
  return success();
}

LogicalResult Module::run() {
  for (auto source : llvm::make_early_inc_range(module.getOps<tt::FuncOp>())) {
    if (source.isExternal()) {
      source.erase();
      continue;
    }
    if (failed(checkLayouts(source, context.options)) || failed(declare(source)))
      return failure();
  }
  FailureOr<SharedMemoryPlan> plan = planSharedMemory(module, context.options);
  if (failed(plan))
    return failure();
  context.sharedMemory = &*plan;
  OpBuilder builder(module.getContext());
  builder.setInsertionPointToStart(module.getBody());
  if (plan->bytes() > 0)
    context.target.createSharedMemory(builder, module.getLoc(), plan->bytes());
  module->setAttr(ttg::sharedAttrName(), builder.getI32IntegerAttr(plan->bytes()));
  for (auto [source, function] : functions) {
    function.addEntryBlock(builder);
    // Barriers on AMD must know (AmdOps.cpp).
    if (source.walk([](ttg::AsyncCopyOp) { return WalkResult::interrupt(); }).wasInterrupted())
      function->setAttr("tritonc.copies", builder.getUnitAttr());
    FunctionLowering lowering(context, source, function);
    if (failed(lowering.run()))
      return failure();
  }
  for (auto [source, function] : functions)
    source.erase();
  return success();
}

struct LowerToLLVM : tritonc::impl::LowerToLLVMBase<LowerToLLVM> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<LoweringOptions> options = readLaunch(module);
    if (failed(options))
      return signalPassFailure();
    std::unique_ptr<TargetOps> target =
        options->target.isNVIDIA() ? createNvidiaOps(options->target) : createAmdOps(options->target);
    HandlerTable handlers = makeHandlers();
    if (failed(Module(module, *options, handlers, *target).run()))
      signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> tritonc::createLowerToLLVMPass() { return std::make_unique<LowerToLLVM>(); }
void tritonc::registerLowerToLLVMPass() { PassRegistration<LowerToLLVM>(); }
