//===- WarpGroupDots.cpp - pipeline-warp-group-dots: operands for wgmma ---===//
//
// layout-assign decides that warpgroups make a product (`ttg.mma = "wgmma..."`) and lays out the result; where the
// operands lie is decided here. B must be in shared memory. A goes there too where it was loaded, since the loop
// pipeliner can then copy it without registers; where threads compute it and its layout is that of an operand but for
// the names of registers (the result of another product, as attention's P), it stays in registers. A cast of a load is
// moved behind the change of layout, so that the load, not the cast, feeds shared memory.
//
//   %d = tt.dot %a, %b, %c {ttg.mma = "wgmma.m64n128k16.f32.f16.f16"}
//     ->
//   %x = ttg.local_alloc %a : !ttg.memdesc<128x64xf16, ...>
//   %y = ttg.local_alloc %b : !ttg.memdesc<64x128xf16, ...>
//   ttg.fence_async_shared
//   %d = ttg.warp_group_dot %x, %y, %c
//
// 16-bit operands keep the fast dimension in which they come, whichever that is; the others must have K fast, and their
// buffer is written so. A transposition in front becomes a ttg.memdesc_trans. Buffers of operands that are made before
// the loop are made there once.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/block/Cheap.h"
#include "passes/ir/SharedMemory.h"
#include "passes/layout/LayoutInference.h"
#include "passes/layout/MatrixChoice.h"
#include "passes/layout/linear/SharedFamilies.h"
#include "passes/lower/plan/ConvertPlan.h"
#include "passes/lower/plan/MatrixDescriptor.h"
#include "passes/lower/plan/WarpGroupPlan.h"
#include "passes/pipeline/Passes.h"

using namespace mlir;

namespace tritonc {
#define GEN_PASS_DEF_PIPELINEWARPGROUPDOTS
#include "passes/pipeline/Passes.h.inc"
} // namespace tritonc

using namespace tritonc;

namespace {

/// Without changes of layout.
Value stripConversions(Value v) {
  while (auto convert = v.getDefiningOp<ttg::ConvertLayoutOp>())
    v = convert.getSrc();
  return v;
}

bool isLoad(Value v) {
  Operation *op = v.getDefiningOp();
  return op && isa<tt::LoadOp, tt::DescriptorLoadOp, tt::DescriptorGatherOp>(op);
}

/// The operand that an elementwise op of one tensor takes; null for other ops.
Value onlyTensor(Operation *op) {
  if (!op || op->getNumResults() != 1 || !isElementwise(op) || op->getNumRegions())
    return {};
  Value tensor;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType())) {
      if (tensor)
        return {};
      tensor = operand;
    }
  return tensor;
}

RankedTensorType withLayout(Type type, const LinearLayout &layout) {
  return ttg::withLayout(cast<RankedTensorType>(type), layout);
}

/// The dimension along which a thread, or else neighbouring lanes, hold neighbours.
unsigned fastDim(const LinearLayout &layout) {
  for (Dim in : {Dim::Register, Dim::Lane})
    for (unsigned bit = 0; bit < layout.inBits(in); ++bit)
      for (unsigned dim = 0; dim < layout.outs().size(); ++dim)
        if (layout.basis(in, bit, outDim(dim)) == 1)
          return dim;
  return unsigned(layout.outs().size()) - 1;
}

/// Buffers made so far, by what they hold, its place and the block: products that share an operand share its buffer.
using Buffers = llvm::DenseMap<std::tuple<Value, Type, Block *>, Value>;

class DotRewriter {
public:
  DotRewriter(tt::DotOp dot, Buffers &buffers) : dot(dot), builder(dot), buffers(buffers) {}

  void run(const lower::WarpGroupTiles &plan) {
    tiles = &plan;
    Value a = operandInRegisters();
    if (!a)
      a = operandInMemory(dot.getA(), /*outerDim=*/0, /*outer=*/64);
    Value b = operandInMemory(dot.getB(), 1, plan.n);
    builder.setInsertionPoint(dot);
    ttg::FenceAsyncSharedOp::create(builder, dot.getLoc());
    auto product = ttg::WarpGroupDotOp::create(builder, dot.getLoc(), dot.getType(), a, b, dot.getC(), Value(),
                                               dot.getInputPrecision(), dot.getMaxNumImpreciseAcc(), false);
    dot.replaceAllUsesWith(product.getD());
    dot.erase();
  }

private:
  Value operandInRegisters();
  Value throughCasts(Value v, const LinearLayout &wanted);
  Value operandInMemory(Value v, unsigned outerDim, int64_t outer);
  void placeAfter(Value v);

  tt::DotOp dot;
  OpBuilder builder;
  Buffers &buffers;
  const lower::WarpGroupTiles *tiles = nullptr;
};

/// `v` in the layout, with the change made at the load at the end of a chain of casts; null if there is none.
Value DotRewriter::throughCasts(Value v, const LinearLayout &wanted) {
  if (isLoad(v)) {
    builder.setInsertionPointAfterValue(v);
    Value converted = ttg::ConvertLayoutOp::create(builder, v.getLoc(), withLayout(v.getType(), wanted), v);
    return converted;
  }
  Operation *op = v.getDefiningOp();
  Value source = onlyTensor(op);
  Value inner = source ? throughCasts(stripConversions(source), wanted) : Value();
  if (!inner)
    return {};
  builder.setInsertionPoint(op);
  Operation *copy = builder.clone(*op);
  copy->replaceUsesOfWith(source, inner);
  copy->getResult(0).setType(withLayout(v.getType(), wanted));
  return copy->getResult(0);
}

/// A as the instruction wants it in registers, or null where it had better be in shared memory.
Value DotRewriter::operandInRegisters() {
  Value root = stripConversions(dot.getA());
  if (isLoad(root) || !root.getDefiningOp() || isa<tt::TransOp>(root.getDefiningOp()))
    return {};
  auto type = cast<RankedTensorType>(root.getType());
  unsigned bits = type.getElementTypeBitWidth();
  LinearLayout wanted = lower::warpGroupOperandLayout(*ttg::layoutOf(dot.getType()), int32_t(type.getDimSize(1)), bits);
  // Which is a rename of registers, or a shuffle, for products; the budget only matters for the way through memory.
  lower::ConvertPlan plan = lower::planConvert(*ttg::layoutOf(type), wanted, bits / 8, 64 << 10);
  if (plan.kind == lower::ConvertPlan::Kind::Shared)
    return throughCasts(root, wanted);
  builder.setInsertionPoint(dot);
  Value converted = ttg::ConvertLayoutOp::create(builder, dot.getLoc(), withLayout(type, wanted), root);
  return converted;
}

/// Before the dot if `v` is made in the same block, else right where it is made: outside the loop.
void DotRewriter::placeAfter(Value v) {
  if (v.getParentBlock() == dot->getBlock())
    builder.setInsertionPoint(dot);
  else
    builder.setInsertionPointAfterValue(v);
}

Value DotRewriter::operandInMemory(Value v, unsigned outerDim, int64_t outer) {
  bool turned = false;
  for (v = stripConversions(v); auto trans = v.getDefiningOp<tt::TransOp>(); v = stripConversions(trans.getSrc()))
    turned = !turned; // of rank 2, the only other order
  auto type = cast<RankedTensorType>(v.getType());
  unsigned bits = type.getElementTypeBitWidth();
  unsigned k = turned ? outerDim : 1 - outerDim;
  // A copy through a descriptor keeps the last dimension fast.
  bool isCopied = v.getDefiningOp<tt::DescriptorLoadOp>() != nullptr;
  unsigned fast = bits != 16 ? k : isCopied ? 1 : fastDim(*ttg::layoutOf(type));
  // Along K a row may span several instructions; across, an instruction reads whole rows.
  int64_t size = type.getDimSize(fast);
  unsigned rowBytes = widestPanel(fast == k ? size : std::min(size, outer), bits);
  LinearLayout layout = panelLayout(type.getShape(), {int32_t(fast), int32_t(1 - fast)}, bits, rowBytes);
  MLIRContext *ctx = dot.getContext();
  placeAfter(v);
  auto memory =
      ttg::MemDescType::get(ctx, type.getShape(), type.getElementType(), ttg::SharedEncodingAttr::get(ctx, layout));
  Value &buffer = buffers[{v, memory, builder.getInsertionBlock()}];
  if (!buffer) {
    buffer = ttg::LocalAllocOp::create(builder, v.getLoc(), memory, v);
    // The fence before the product may go with what it serves in the loop.
    if (builder.getInsertionBlock() != dot->getBlock())
      ttg::FenceAsyncSharedOp::create(builder, v.getLoc());
  }
  if (!turned)
    return buffer;
  SmallVector<int64_t> shape{type.getDimSize(1), type.getDimSize(0)};
  auto view = ttg::MemDescType::get(ctx, shape, type.getElementType(),
                                    ttg::SharedEncodingAttr::get(ctx, permuteDims(layout, {1, 0})));
  return ttg::MemDescTransOp::create(builder, v.getLoc(), view, buffer, ArrayRef<int32_t>{1, 0});
}

struct WarpGroupDotsPass : tritonc::impl::PipelineWarpGroupDotsBase<WarpGroupDotsPass> {
  void runOnOperation() override {
    SmallVector<tt::DotOp> dots;
    getOperation().walk([&](tt::DotOp dot) {
      auto matrix = dotMatrix(dot);
      if (matrix && matrix->instruction.family == MatrixFamily::Wgmma)
        dots.push_back(dot);
    });
    Buffers buffers;
    for (tt::DotOp dot : dots) {
      auto tiles = lower::planWarpGroupTiles(*ttg::layoutOf(dot.getType()));
      if (!tiles) {
        // Whatever the layout is, one multiply-add at a time works.
        dot->removeAttr(matrixAttr);
        continue;
      }
      DotRewriter(dot, buffers).run(*tiles);
      ++numDots;
    }
  }
};

} // namespace
