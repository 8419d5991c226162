//===- InlineCalls.cpp - device functions into their callers --------------===//
//
// The general inliner leaves functions marked noinline alone: on a GPU that mark bounds code size and registers. Here
// tensors live in one arena per program, so a call would need a convention for blocks in memory, and nothing is gained
// by it. A function without branches is cloned in place; one with branches (early returns) splits the block of its
// caller.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/InlineCalls.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace tritonc::cpu {

/// More calls than any kernel has; only recursion gets here.
constexpr int kMaxInlined = 20000;

static void inlineStraight(tt::CallOp call, Region &body) {
  OpBuilder b(call);
  IRMapping mapping;
  mapping.map(body.getArguments(), call.getArgOperands());
  for (Operation &op : body.front().without_terminator())
    b.clone(op, mapping);
  for (auto [result, value] : llvm::zip(call.getResults(), body.front().getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
}

static void inlineBranching(tt::CallOp call, Region &body) {
  Block *before = call->getBlock();
  Block *after = before->splitBlock(std::next(call->getIterator()));
  SmallVector<Location> locations(call.getNumResults(), call.getLoc());
  auto results = after->addArguments(call.getResultTypes(), locations);
  for (auto [result, arg] : llvm::zip(call.getResults(), results))
    result.replaceAllUsesWith(arg);
  IRMapping mapping;
  body.cloneInto(before->getParent(), Region::iterator(after), mapping);
  Block *entry = mapping.lookup(&body.front());
  for (Block &block : body) {
    auto ret = dyn_cast<tt::ReturnOp>(mapping.lookup(&block)->getTerminator());
    if (!ret)
      continue;
    OpBuilder b(ret);
    cf::BranchOp::create(b, ret.getLoc(), after, ret.getSrcs());
    ret.erase();
  }
  OpBuilder b(call);
  cf::BranchOp::create(b, call.getLoc(), entry, call.getArgOperands());
  call.erase();
}

LogicalResult inlineCalls(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  for (auto func : module.getOps<tt::FuncOp>())
    if (!func.isExternal())
      (void)eraseUnreachableBlocks(rewriter, func->getRegions());
  int inlined = 0;
  for (auto kernel : module.getOps<tt::FuncOp>()) {
    if (!kernel.isKernel())
      continue;
    while (true) {
      tt::CallOp call;
      kernel.walk([&](tt::CallOp found) {
        call = found;
        return WalkResult::interrupt();
      });
      if (!call)
        break;
      auto callee = SymbolTable::lookupNearestSymbolFrom<tt::FuncOp>(call, call.getCalleeAttr());
      if (!callee || callee.isExternal())
        return call.emitError("the called function has no body");
      if (++inlined > kMaxInlined)
        return call.emitError("the call of '") << call.getCallee() << "' is recursive";
      Region &body = callee.getBody();
      if (body.hasOneBlock())
        inlineStraight(call, body);
      else if (isa<tt::FuncOp>(call->getParentOp()))
        inlineBranching(call, body);
      else
        return call.emitError(
            "a function with early returns is called within a loop or branch, which the cpu target does "
            "not support");
    }
  }
  return success();
}

} // namespace tritonc::cpu
