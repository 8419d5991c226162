//===- Combine.cpp - block-combine: folding and merging block operations --===//
//
// Front ends write `offs = pid * BLOCK + tl.arange(...)`, `ptr + row * stride + cols`: read left to right, scalars are
// spread to blocks before they are added. What is the same in every element belongs into one scalar:
//
//   %a = tt.splat %x, %b = tt.splat %y                      %s = arith.addi %x, %y
//   %c = arith.addi %a, %b : tensor<1024xi32>        ->     %c = tt.splat %s
//
// and what is the same along a dimension into the block before its broadcast:
//
//   %a = tt.broadcast %x : 64x1 -> 64x64                    %s = arith.muli %x, %y : tensor<64x1xi32>
//   %b = tt.broadcast %y : 64x1 -> 64x64             ->     %c = tt.broadcast %s
//   %c = arith.muli %a, %b
//
// All patterns run in one greedy driver together with the canonicalisation of arith and scf, since they enable each
// other; the generic canonicaliser would collect the patterns of every loaded dialect instead, which takes longer than
// this pass.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/Passes.h"
#include "passes/block/Cheap.h"

namespace tritonc {
#define GEN_PASS_DEF_BLOCKCOMBINE
#include "passes/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;

/// The scalar that `value` repeats, made as an op where it is a constant; null if value is no splat.
static Value splatSource(Value value, OpBuilder &builder) {
  if (auto splat = value.getDefiningOp<tt::SplatOp>())
    return splat.getSrc();
  SplatElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return {};
  return arith::ConstantOp::create(builder, value.getLoc(), cast<TypedAttr>(constant.getSplatValue<Attribute>()));
}

static bool isSplat(Value value) {
  SplatElementsAttr constant;
  return value.getDefiningOp<tt::SplatOp>() || matchPattern(value, m_Constant(&constant));
}

/// A pure elementwise op of one tensor result, whose operands are all tensors.
static bool isPlainElementwise(Operation *op) {
  return op->getNumResults() == 1 && op->getNumOperands() > 0 && op->getNumRegions() == 0 &&
         isa<RankedTensorType>(op->getResult(0).getType()) && isElementwise(op) && isMemoryEffectFree(op) &&
         !isa<tt::ElementwiseInlineAsmOp>(op) &&
         llvm::all_of(op->getOperandTypes(), [](Type type) { return isa<RankedTensorType>(type); });
}

/// The same op on other operands, with another result shape or as a scalar.
static Value cloneElementwise(RewriterBase &rewriter, Operation *op, ValueRange operands, Type resultType) {
  OperationState state(op->getLoc(), op->getName(), operands, resultType,
                       op->getDiscardableAttrDictionary().getValue());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  return rewriter.create(state)->getResult(0);
}

namespace {
/// Elementwise work on splats only is scalar work.
struct SplatsToScalars : RewritePattern {
  SplatsToScalars(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 2, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!isPlainElementwise(op) || !llvm::all_of(op->getOperands(), isSplat))
      return failure();
    // Only constants: that is the folder's task.
    if (llvm::none_of(op->getOperands(), [](Value v) { return bool(v.getDefiningOp<tt::SplatOp>()); }))
      return failure();
    SmallVector<Value> scalars;
    for (Value operand : op->getOperands())
      scalars.push_back(splatSource(operand, rewriter));
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value scalar = cloneElementwise(rewriter, op, scalars, type.getElementType());
    rewriter.replaceOpWithNewOp<tt::SplatOp>(op, type, scalar);
    return success();
  }
};

/// Elementwise work on broadcasts from one shape (and splats) is done before the broadcast.
struct BroadcastsToSmall : RewritePattern {
  BroadcastsToSmall(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!isPlainElementwise(op))
      return failure();
    ArrayRef<int64_t> small;
    for (Value operand : op->getOperands()) {
      auto broadcast = operand.getDefiningOp<tt::BroadcastOp>();
      if (!broadcast && !isSplat(operand))
        return failure();
      if (!broadcast)
        continue;
      ArrayRef<int64_t> shape = broadcast.getSrc().getType().getShape();
      if (!small.empty() && small != shape)
        return failure();
      small = shape;
    }
    if (small.empty())
      return failure();
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      if (auto broadcast = operand.getDefiningOp<tt::BroadcastOp>()) {
        operands.push_back(broadcast.getSrc());
        continue;
      }
      auto type = cast<RankedTensorType>(operand.getType());
      operands.push_back(rewriter.createOrFold<tt::SplatOp>(
          op->getLoc(), RankedTensorType::get(small, type.getElementType()), splatSource(operand, rewriter)));
    }
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value result = cloneElementwise(rewriter, op, operands, RankedTensorType::get(small, type.getElementType()));
    rewriter.replaceOpWithNewOp<tt::BroadcastOp>(op, type, result);
    return success();
  }
};

/// Reshaping a splat gives a splat.
template <typename Op> struct MovedSplat : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto splat = op.getSrc().template getDefiningOp<tt::SplatOp>();
    if (!splat)
      return failure();
    rewriter.replaceOpWithNewOp<tt::SplatOp>(op, op.getType(), splat.getSrc());
    return success();
  }
};

/// broadcast(broadcast(x)) and reshape(reshape(x)) need only the outer one.
template <typename Op> struct Repeated : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto inner = op.getSrc().template getDefiningOp<Op>();
    if (!inner)
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getSrcMutable().assign(inner.getSrc()); });
    return success();
  }
};

/// expand_dims(broadcast(x)) = broadcast(expand_dims(x)), so that broadcasts come last and can merge.
struct ExpandOfBroadcast : OpRewritePattern<tt::ExpandDimsOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tt::ExpandDimsOp op, PatternRewriter &rewriter) const override {
    auto broadcast = op.getSrc().getDefiningOp<tt::BroadcastOp>();
    if (!broadcast)
      return failure();
    auto source = broadcast.getSrc().getType();
    SmallVector<int64_t> shape(source.getShape());
    shape.insert(shape.begin() + op.getAxis(), 1);
    Value expanded = tt::ExpandDimsOp::create(
        rewriter, op.getLoc(), RankedTensorType::get(shape, source.getElementType()), broadcast.getSrc(), op.getAxis());
    rewriter.replaceOpWithNewOp<tt::BroadcastOp>(op, op.getType(), expanded);
    return success();
  }
};

/// select(mask, load(p, mask, other), x) = load(p, mask, x): lanes that are masked off never show `other`.
struct SelectOfLoad : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SelectOp op, PatternRewriter &rewriter) const override {
    auto load = op.getTrueValue().getDefiningOp<tt::LoadOp>();
    if (!load || !load->hasOneUse() || !load.getMask() || load.getIsVolatile() || load.getOther() == op.getFalseValue())
      return failure();
    Value condition = op.getCondition(), mask = load.getMask();
    if (condition != mask) {
      auto splat = mask.getDefiningOp<tt::SplatOp>();
      if (!splat || splat.getSrc() != condition)
        return failure();
    }
    // `other` must be there where the load is.
    Value other = op.getFalseValue();
    Operation *definition = other.getDefiningOp();
    bool available = definition ? definition->getBlock() == load->getBlock() && definition->isBeforeInBlock(load)
                                : cast<BlockArgument>(other).getOwner() == load->getBlock();
    if (!available) {
      if (!definition || !definition->hasTrait<OpTrait::ConstantLike>())
        return failure();
      rewriter.setInsertionPoint(load);
      other = rewriter.clone(*definition)->getResult(0);
    }
    rewriter.modifyOpInPlace(load, [&] { load.getOtherMutable().assign(other); });
    rewriter.replaceOp(op, load.getResult());
    return success();
  }
};

/// addptr(addptr(p, c), d) = addptr(p, c + d) for constants.
struct AddPtrOfAddPtr : OpRewritePattern<tt::AddPtrOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tt::AddPtrOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getPtr().getDefiningOp<tt::AddPtrOp>();
    APInt first, second;
    if (!inner || inner.getOffset().getType() != op.getOffset().getType() ||
        !matchPattern(inner.getOffset(), m_ConstantInt(&first)) ||
        !matchPattern(op.getOffset(), m_ConstantInt(&second)))
      return failure();
    bool overflow;
    APInt sum = first.sadd_ov(second, overflow);
    if (overflow)
      return failure();
    Type type = op.getOffset().getType();
    auto scalar = rewriter.getIntegerAttr(getElementTypeOrSelf(type), sum);
    TypedAttr value = scalar;
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      value = SplatElementsAttr::get(tensor, ArrayRef<Attribute>{scalar});
    Value offset = arith::ConstantOp::create(rewriter, op.getLoc(), value);
    rewriter.replaceOpWithNewOp<tt::AddPtrOp>(op, op.getType(), inner.getPtr(), offset);
    return success();
  }
};

/// Masks that are constant.
struct LoadMask : OpRewritePattern<tt::LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tt::LoadOp op, PatternRewriter &rewriter) const override {
    if (!op.getMask())
      return failure();
    if (matchPattern(op.getMask(), m_One())) {
      rewriter.modifyOpInPlace(op, [&] {
        op.getOtherMutable().clear();
        op.getMaskMutable().clear();
      });
      return success();
    }
    if (!matchPattern(op.getMask(), m_Zero()) || op.getIsVolatile())
      return failure();
    if (op.getOther()) {
      rewriter.replaceOp(op, op.getOther());
      return success();
    }
    auto zero = rewriter.getZeroAttr(op.getType());
    if (!zero)
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, zero);
    return success();
  }
};

struct StoreMask : OpRewritePattern<tt::StoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tt::StoreOp op, PatternRewriter &rewriter) const override {
    if (!op.getMask())
      return failure();
    if (matchPattern(op.getMask(), m_One())) {
      rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
      return success();
    }
    if (!matchPattern(op.getMask(), m_Zero()))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

struct AtomicMask : OpRewritePattern<tt::AtomicRMWOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tt::AtomicRMWOp op, PatternRewriter &rewriter) const override {
    if (!op.getMask() || !matchPattern(op.getMask(), m_One()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
    return success();
  }
};

/// dot(a, b, 0) + c = dot(a, b, c). For floats only with full-precision accumulation order left to us, as Triton does.
template <typename AddOp> struct AddOfDot : OpRewritePattern<AddOp> {
  using OpRewritePattern<AddOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    for (auto [product, addend] : {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      auto dot = product.template getDefiningOp<tt::DotOp>();
      if (!dot || !dot->hasOneUse() || !isZero(dot.getC()) || dot.getMaxNumImpreciseAcc() != 0)
        continue;
      auto merged = cast<tt::DotOp>(rewriter.clone(*dot));
      merged.getCMutable().assign(addend);
      rewriter.replaceOp(op, merged.getResult());
      return success();
    }
    return failure();
  }
  static bool isZero(Value value) { return matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat()); }
};

struct BlockCombinePass : tritonc::impl::BlockCombineBase<BlockCombinePass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      if (StringRef dialect = op.getDialectNamespace(); dialect == "arith" || dialect == "scf" || dialect == "ub")
        op.getCanonicalizationPatterns(set, context);
    set.add<SplatsToScalars, BroadcastsToSmall, MovedSplat<tt::ExpandDimsOp>, MovedSplat<tt::BroadcastOp>,
            MovedSplat<tt::ReshapeOp>, MovedSplat<tt::TransOp>, Repeated<tt::BroadcastOp>, ExpandOfBroadcast,
            SelectOfLoad, AddPtrOfAddPtr, LoadMask, StoreMask, AtomicMask, AddOfDot<arith::AddFOp>,
            AddOfDot<arith::AddIOp>>(context);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    GreedyRewriteConfig config;
    // The worklist holds what changes enable; a second sweep over everything finds next to nothing and costs as much as
    // the first.
    config.setUseTopDownTraversal(true).setMaxIterations(2).setRegionSimplificationLevel(
        GreedySimplifyRegionLevel::Disabled);
    (void)applyPatternsGreedily(getOperation(), patterns, config);
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
