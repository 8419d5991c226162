//===- PointerSteps.cpp - pointers that follow from one another -----------===//
//
// A thread of a tile accesses rows 0, 16, 32, ... of its part. Written out, each address is a product of its own:
//
//   p + sext(start + row) * stride          p + sext(start + (row + 16)) * stride          ...
//
// but the second is the first and 16 * stride, which is the same in all threads and iterations. So register r of the
// pointers is made from register r without one of its bits, by one addition. It is found on the block IR: a register
// bit moves the element by fixed coordinates, if no other bit of its place has a part in them; what that does to a
// value follows through additions, products with scalars, and changes of shape.
//
// Pointers that a loop carries are left alone: each is advanced by an addition already, and none waits for another.
// (Carrying one and making the others from it cost a product of 8192^3 on an H200 6 %.)
//
// Index arithmetic is taken not to overflow, as in the analysis of contiguity (AxisInfo.h): sext(a + b) is
// sext(a) + sext(b).
//
// In 88 kernels of other people it takes 12 % of the code and 43 % of the spilled bytes away on sm_90a, in 60 on gfx942
// 5 % of the instructions and 6 % of the registers. On gfx1100, 100 kernels lose 11 % of the instructions, 12 % of the
// vector registers spilled and 28 % of the scalar ones; a few spill more.
//
// On NVIDIA GPUs the bit that is left out is the highest, whatever the order of use: ptxas schedules as it likes. On
// AMD GPUs addresses are made right before their use (ComputeLate.h), in the order of the registers. There it is the
// lowest, so that few others wait besides: with 110 after 100, which is after 000, one for each bit. Constant steps
// come last; instructions have room for them.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/PointerSteps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

/// Larger expressions are taken as they are. Those that share parts are trees of exponential size.
constexpr unsigned maxDepth = 24, maxVisits = 400;
constexpr size_t maxTerms = 4;

/// By how much a value grows: a number and multiples of scalars of the block IR. For pointers in bytes.
struct Step {
  int64_t fixed = 0;
  SmallVector<std::pair<Value, int64_t>, 2> scaled;
};

using Shift = SmallVector<int64_t, 4>; // of coordinates

std::optional<Step> sum(std::optional<Step> a, const std::optional<Step> &b, int64_t factor = 1) {
  if (!a || !b)
    return std::nullopt;
  a->fixed += b->fixed * factor;
  for (const auto &term : b->scaled) {
    auto *same = llvm::find_if(a->scaled, [&](auto &other) { return other.first == term.first; });
    if (same == a->scaled.end())
      a->scaled.push_back({term.first, term.second * factor});
    else if ((same->second += term.second * factor) == 0)
      a->scaled.erase(same);
  }
  return a->scaled.size() > maxTerms ? std::nullopt : a;
}

/// The scalar that all elements are, if it is the operand of a splat.
Value splatSource(Value v) {
  while (Operation *op = v.getDefiningOp()) {
    if (auto splat = dyn_cast<tt::SplatOp>(op))
      return splat.getSrc();
    if (!isa<tt::BroadcastOp, tt::ExpandDimsOp, ttg::ConvertLayoutOp>(op))
      break;
    v = op->getOperand(0);
  }
  return {};
}

std::optional<int64_t> splatNumber(Value v) {
  DenseIntElementsAttr elements;
  if (!matchPattern(v, m_Constant(&elements)) || !elements.isSplat())
    return std::nullopt;
  APInt number = elements.getSplatValue<APInt>();
  return number.getSignificantBits() <= 64 ? std::optional(number.getSExtValue()) : std::nullopt;
}

int64_t bytesOfElement(Type pointer) {
  Type pointee = cast<tt::PtrType>(getElementTypeOrSelf(pointer)).getPointeeType();
  return pointee.isIntOrFloat() ? std::max(1u, pointee.getIntOrFloatBitWidth() / 8) : 8;
}

std::optional<Step> stepOf(Value v, const Shift &shift, unsigned depth, unsigned &visits);

std::optional<Step> stepOfProduct(arith::MulIOp op, const Shift &shift, unsigned depth, unsigned &visits) {
  for (auto [factor, other] : {std::pair(op.getRhs(), op.getLhs()), std::pair(op.getLhs(), op.getRhs())}) {
    std::optional<int64_t> number = splatNumber(factor);
    Value scalar = splatSource(factor);
    if (!number && !scalar)
      continue;
    std::optional<Step> step = stepOf(other, shift, depth - 1, visits);
    if (!step)
      return std::nullopt;
    if (number)
      return sum(Step(), step, *number);
    // A product of two scalars is none that is known.
    if (!step->scaled.empty())
      return std::nullopt;
    return step->fixed ? Step{0, {{scalar, step->fixed}}} : Step();
  }
  return std::nullopt;
}

/// By how much `v` grows when its element is moved by `shift`; nothing where that differs between elements.
std::optional<Step> stepOf(Value v, const Shift &shift, unsigned depth, unsigned &visits) {
  if (depth == 0 || visits == 0)
    return std::nullopt;
  if (llvm::all_of(shift, [](int64_t along) { return along == 0; }) || splatNumber(v) || splatSource(v))
    return Step();
  --visits;
  if (!v.getDefiningOp())
    return std::nullopt;
  auto operand = [&](unsigned i) { return stepOf(v.getDefiningOp()->getOperand(i), shift, depth - 1, visits); };
  return llvm::TypeSwitch<Operation *, std::optional<Step>>(v.getDefiningOp())
      .Case([&](tt::MakeRangeOp) { return Step{shift[0], {}}; })
      .Case([&](tt::ExpandDimsOp op) {
        Shift inner = shift;
        inner.erase(inner.begin() + op.getAxis());
        return stepOf(op.getSrc(), inner, depth - 1, visits);
      })
      .Case([&](tt::BroadcastOp op) {
        Shift inner = shift;
        for (auto [size, along] : llvm::zip(cast<RankedTensorType>(op.getSrc().getType()).getShape(), inner))
          along = size == 1 ? 0 : along;
        return stepOf(op.getSrc(), inner, depth - 1, visits);
      })
      .Case([&](tt::TransOp op) {
        Shift inner(shift.size());
        for (auto [dim, from] : llvm::enumerate(op.getOrder()))
          inner[from] = shift[dim];
        return stepOf(op.getSrc(), inner, depth - 1, visits);
      })
      .Case<ttg::ConvertLayoutOp, arith::ExtSIOp>([&](Operation *) { return operand(0); })
      .Case([&](arith::AddIOp) { return sum(operand(0), operand(1)); })
      .Case([&](arith::SubIOp) { return sum(operand(0), operand(1), -1); })
      .Case([&](tt::AddPtrOp op) { return sum(operand(0), operand(1), bytesOfElement(op.getType())); })
      .Case([&](arith::MulIOp op) { return stepOfProduct(op, shift, depth, visits); })
      .Default(std::nullopt);
}

/// Where register bit `bit` moves the element to; nothing if another bit has a part in the same coordinates.
std::optional<Shift> shiftOf(const LinearLayout &layout, unsigned bit, unsigned rank) {
  Shift shift;
  for (unsigned dim = 0; dim < rank; ++dim) {
    int64_t moved = layout.basis(Dim::Register, bit, outDim(dim));
    for (const DimBits &in : layout.ins())
      for (unsigned other = 0; other < in.bits; ++other)
        if ((in.dim != Dim::Register || other != bit) && (layout.basis(in.dim, other, outDim(dim)) & moved))
          return std::nullopt;
    shift.push_back(moved);
  }
  return shift;
}

bool isLowered(FunctionLowering &f, const Step &step) {
  return llvm::all_of(step.scaled, [&](auto &term) { return f.isSet(term.first); });
}

/// The step as a number of bytes, i64; null where it is a constant.
Value variablePart(FunctionLowering &f, const Step &step) {
  Emitter &e = f.e;
  Value total;
  for (auto [value, scale] : step.scaled) {
    Value term = e.mul(e.sext(f.scalar(value), e.i64Ty()), e.i64(scale));
    total = total ? e.add(total, term) : term;
  }
  return total;
}

} // namespace

Registers steppedPointers(FunctionLowering &f, Value pointers) {
  Registers registers(f.registers(pointers));
  auto type = dyn_cast<RankedTensorType>(pointers.getType());
  if (!type)
    return registers;
  struct BitStep {
    unsigned mask;
    int64_t fixed;
    Value variable;
  };
  SmallVector<BitStep> steps;
  for (unsigned mask = 1; mask < registers.size(); mask *= 2) {
    std::optional<Shift> shift = shiftOf(f.layout(type), llvm::Log2_32(mask), unsigned(type.getRank()));
    unsigned visits = maxVisits;
    std::optional<Step> step = shift ? stepOf(pointers, *shift, maxDepth, visits) : std::nullopt;
    if (step && isLowered(f, *step))
      steps.push_back({mask, step->fixed, variablePart(f, *step)});
  }
  // The first that applies is taken.
  if (f.module.options.target.isAMD())
    llvm::sort(steps, [](const BitStep &a, const BitStep &b) {
      return std::pair(bool(a.variable), a.mask) < std::pair(bool(b.variable), b.mask);
    });
  else
    std::reverse(steps.begin(), steps.end());
  for (unsigned r = 1; r < registers.size(); ++r)
    for (const BitStep &step : steps)
      if (r & step.mask) {
        Value moved = registers[r ^ step.mask];
        if (step.variable)
          moved = f.e.gep(f.e.i8Ty(), moved, step.variable);
        registers[r] = f.e.byteOffset(moved, step.fixed);
        break;
      }
  return registers;
}

} // namespace tritonc::lower
