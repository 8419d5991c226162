//===- Cheap.cpp - blocks that are easier made again than kept ------------===//
#include "passes/block/Cheap.h"

using namespace mlir;
using namespace tritonc;

bool tritonc::isElementwise(Operation *op) {
  if (op->hasTrait<OpTrait::Elementwise>())
    return true;
  return isa<tt::AddPtrOp, tt::IntToPtrOp, tt::PtrToIntOp, tt::BitcastOp, tt::FpToFpOp, tt::ClampFOp, tt::PreciseSqrtOp,
             tt::PreciseDivFOp, tt::MulhiUIOp, tt::ExternElementwiseOp, tt::ElementwiseInlineAsmOp,
             tt::MapElementwiseOp>(op);
}

bool tritonc::isCheapOp(Operation *op) {
  if (isa<tt::MakeRangeOp, tt::SplatOp, arith::ConstantOp, tt::ExpandDimsOp, tt::BroadcastOp, tt::AddPtrOp,
          tt::BitcastOp, tt::IntToPtrOp, tt::PtrToIntOp, ub::PoisonOp>(op))
    return true;
  return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::ShLIOp,
             arith::ShRUIOp, arith::ShRSIOp, arith::CmpIOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
             arith::SelectOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp, arith::SIToFPOp,
             arith::UIToFPOp, arith::RemSIOp, arith::RemUIOp, arith::DivSIOp, arith::DivUIOp>(op);
}
