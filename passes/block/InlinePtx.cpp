//===- InlinePtx.cpp - block-inline-ptx: inline PTX on other targets ------===//
//
// Kernels of the field carry a line of PTX where Triton lacked a function (`tanh.approx.f32 $0, $1;`). Such text says
// what it computes, so a target without PTX can compute it:
//
//   %r = tt.elementwise_inline_asm "ex2.approx.f32 $0, $1;" {constraints = "=f,f", packed_element = 1} %x
//     ->   %r = math.exp2 %x
//
// With packed_element > 1 the text treats several elements, and elements narrower than 32 bits share an operand. Which
// elements meet in a group is not defined, so the text must treat each alone: here a group is copies of one element,
// equal work on the copies merges, and the first result is taken.
//
//===----------------------------------------------------------------------===//
#include "passes/Passes.h"
#include "passes/block/PtxInstructions.h"
#include "passes/ir/Dialects.h"
#include "passes/ir/InlineAssembly.h"

namespace tritonc {
#define GEN_PASS_DEF_BLOCKINLINEPTX
#include "passes/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;

static Type withElement(Type type, Type element) {
  auto block = dyn_cast<RankedTensorType>(type);
  return block ? Type(block.clone(element)) : element;
}

/// Operands of one group: `value` repeated as often as elements share an operand.
static Value repeated(OpBuilder &builder, Location loc, Value value, unsigned times) {
  if (times == 1)
    return value;
  Type element = getElementTypeOrSelf(value);
  const unsigned bits = element.getIntOrFloatBitWidth();
  if (isa<FloatType>(element))
    value = tt::BitcastOp::create(builder, loc, withElement(value.getType(), builder.getIntegerType(bits)), value);
  Type wide = withElement(value.getType(), builder.getIntegerType(bits * times));
  value = arith::ExtUIOp::create(builder, loc, wide, value);
  APInt ones(bits * times, 0);
  for (unsigned i = 0; i < times; ++i)
    ones.setBit(bits * i);
  TypedAttr factor = IntegerAttr::get(getElementTypeOrSelf(wide), ones);
  if (auto block = dyn_cast<RankedTensorType>(wide))
    factor = DenseElementsAttr::get(block, Attribute(factor));
  return arith::MulIOp::create(builder, loc, value, arith::ConstantOp::create(builder, loc, factor));
}

static LogicalResult translate(tt::ElementwiseInlineAsmOp op) {
  auto program = ptx::parse(op.getAsmString());
  if (!program)
    return op.emitError() << "inline PTX cannot be translated for this target: " << toString(program.takeError());
  const unsigned pack = op.getPackedElement();
  OpBuilder builder(op);
  SmallVector<Value> inputs;
  for (Value arg : op.getArgs()) {
    Type element = getElementTypeOrSelf(arg);
    if (!element.isIntOrFloat())
      return op.emitError() << "inline PTX cannot be translated for this target: it takes pointers";
    const unsigned per = tt::elementsPerOperand(element.getIntOrFloatBitWidth(), pack);
    inputs.append(pack / per, repeated(builder, op.getLoc(), arg, per));
  }
  SmallVector<Type> outputs;
  SmallVector<unsigned> first;
  for (Type type : op.getResultTypes()) {
    Type element = getElementTypeOrSelf(type);
    if (!element.isIntOrFloat())
      return op.emitError() << "inline PTX cannot be translated for this target: it gives pointers";
    first.push_back(outputs.size());
    outputs.append(pack / tt::elementsPerOperand(element.getIntOrFloatBitWidth(), pack), type);
  }
  std::string problem;
  auto results = ptx::evaluate(builder, op.getLoc(), *program, inputs, outputs, problem);
  if (failed(results))
    return op.emitError() << "inline PTX cannot be translated for this target: " << problem;
  for (auto [result, index] : llvm::zip(op.getResult(), first))
    result.replaceAllUsesWith((*results)[index]);
  op.erase();
  return success();
}

namespace {
struct BlockInlinePtx : tritonc::impl::BlockInlinePtxBase<BlockInlinePtx> {
  using BlockInlinePtxBase::BlockInlinePtxBase;
  void runOnOperation() override {
    SmallVector<tt::ElementwiseInlineAsmOp> ops;
    getOperation().walk([&](tt::ElementwiseInlineAsmOp op) { ops.push_back(op); });
    for (tt::ElementwiseInlineAsmOp op : ops) {
      const unsigned pack = op.getPackedElement();
      if (keepOther && !ptx::looksLikePtx(op.getAsmString()))
        continue; // assembly of the target itself
      if (pack == 0 || !llvm::isPowerOf2_32(pack)) {
        op.emitError() << "inline assembly over groups of " << pack << " elements; expected a power of two";
        signalPassFailure();
      } else if (failed(translate(op))) {
        signalPassFailure();
      }
    }
  }
};
} // namespace
