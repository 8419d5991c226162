//===- Structure.cpp - block-structure: early returns as scf --------------===//
//
//   tt.func private @f(%c: i1, %x: i32) -> i32 {           tt.func private @f(%c: i1, %x: i32) -> i32 {
//     cf.cond_br %c, ^bb1, ^bb2                              %r = scf.if %c -> (i32) {
//   ^bb1:                                                      scf.yield %x : i32
//     tt.return %x : i32                           ->        } else {
//   ^bb2:                                                      %y = arith.addi %x, %x : i32
//     %y = arith.addi %x, %x : i32                             scf.yield %y : i32
//     tt.return %y : i32                                     }
//   }                                                        tt.return %r : i32
//                                                          }
//
// Loops, branches and combining functions are single blocks, so only a function of one block can be inlined into them.
// The scalar function of tt.map_elementwise, which other front ends print with branches, becomes one block, too.
//
// MLIR's CFGToSCF does the work; what it leaves open is answered here: undefined values are zeros (no target has to
// know poison), and switches, which it makes where several paths meet, become nested branches.
//
//===----------------------------------------------------------------------===//
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/IR/Dominance.h"
#include "passes/Passes.h"

namespace tritonc {
#define GEN_PASS_DEF_BLOCKSTRUCTURE
#include "passes/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;

/// Zero of any type that a block argument may have; null for those that cannot be made (descriptors).
static Value makeZero(OpBuilder &b, Location loc, Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto pointer = dyn_cast<tt::PtrType>(element)) {
    if (isa<RankedTensorType>(pointer.getPointeeType()))
      return {};
    Type integer = b.getI64Type();
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      integer = RankedTensorType::get(tensor.getShape(), integer);
    return tt::IntToPtrOp::create(b, loc, type, makeZero(b, loc, integer));
  }
  TypedAttr zero = b.getZeroAttr(type);
  return zero ? arith::ConstantOp::create(b, loc, zero) : Value();
}

namespace {
struct ToSCF : ControlFlowToSCFTransformation {
  Value getUndefValue(Location loc, OpBuilder &b, Type type) override {
    if (Value zero = makeZero(b, loc, type))
      return zero;
    return ub::PoisonOp::create(b, loc, type);
  }
  FailureOr<Operation *> createUnreachableTerminator(Location loc, OpBuilder &b, Region &region) override {
    auto values = [&](TypeRange types) {
      return llvm::map_to_vector(types, [&](Type type) { return getUndefValue(loc, b, type); });
    };
    if (auto func = dyn_cast<tt::FuncOp>(region.getParentOp()))
      return tt::ReturnOp::create(b, loc, values(func.getFunctionType().getResults())).getOperation();
    // Each result's elements come in packs.
    auto map = cast<tt::MapElementwiseOp>(region.getParentOp());
    SmallVector<Type> elements;
    for (Type type : map.getResultTypes())
      elements.append(map.getPack(), getElementTypeOrSelf(type));
    return tt::MapElementwiseReturnOp::create(b, loc, values(elements)).getOperation();
  }
};

struct BlockStructurePass : tritonc::impl::BlockStructureBase<BlockStructurePass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<tt::FuncOp>()) {
      WalkResult maps = func.walk([](tt::MapElementwiseOp map) {
        return WalkResult(map.getScalarOp().hasOneBlock() ? success() : structure(map, map.getScalarOp()));
      });
      if (maps.wasInterrupted() || (!func.isExternal() && !func.isKernel() && !func.getBody().hasOneBlock() &&
                                    failed(structure(func, func.getBody()))))
        return signalPassFailure();
    }
  }

  static LogicalResult structure(Operation *op, Region &body) {
    ToSCF interface;
    DominanceInfo dominance(op);
    if (failed(transformCFGToSCF(body, interface, dominance)))
      return failure();
    SmallVector<scf::IndexSwitchOp> switches;
    op->walk([&](scf::IndexSwitchOp op) { switches.push_back(op); });
    for (scf::IndexSwitchOp op : switches)
      branchInsteadOf(op);
    return success();
  }

  /// if (index == case 0) ... else if (index == case 1) ... else default.
  static void branchInsteadOf(scf::IndexSwitchOp op) {
    OpBuilder b(op);
    Location loc = op.getLoc();
    scf::IfOp outermost;
    for (auto [value, region] : llvm::zip(op.getCases(), op.getCaseRegions())) {
      Value constant = arith::ConstantIndexOp::create(b, loc, value);
      Value equal = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, op.getArg(), constant);
      auto branch = scf::IfOp::create(b, loc, op.getResultTypes(), equal, /*withElseRegion=*/true);
      branch.getThenRegion().takeBody(region);
      if (outermost)
        scf::YieldOp::create(b, loc, branch.getResults());
      else
        outermost = branch;
      branch.getElseRegion().getBlocks().clear();
      b.createBlock(&branch.getElseRegion());
    }
    if (!outermost)
      return;
    Block &last = *b.getInsertionBlock();
    last.getOperations().splice(last.end(), op.getDefaultRegion().front().getOperations());
    op.replaceAllUsesWith(outermost.getResults());
    op.erase();
  }
};
} // namespace
