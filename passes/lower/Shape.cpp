//===- Shape.cpp - ops that only say the elements' places differently -----===//
//
// splat, expand_dims, broadcast, reshape, trans, join, split and cat compute nothing. With S and R the layouts of
// source and result and g the map from result coordinates to source coordinates, register r of the result is a register
// s of the source with S(s, lane, warp) = g(R(r, lane, warp)) for every lane and warp: a renaming of registers. Layout
// assignment chooses R so that it exists, and puts a conversion in front where it cannot.
//
//===----------------------------------------------------------------------===//
#include "passes/layout/linear/Families.h"
#include "passes/lower/Lowering.h"
#include "passes/lower/plan/ConvertPlan.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

/// The coordinates other than `dim`, which is dropped.
LinearLayout withoutDim(const LinearLayout &layout, unsigned dim) {
  SmallVector<Dim> ins, kept, names;
  for (const DimBits &in : layout.ins())
    ins.push_back(in.dim);
  for (const DimBits &out : layout.outs())
    if (out.dim != outDim(dim)) {
      kept.push_back(out.dim);
      names.push_back(outDim(names.size()));
    }
  return layout.sublayout(ins, kept).renameOuts(names);
}

/// The places of one half along `dim`, of size 2: registers renumbered without the bit that chooses the half.
LinearLayout halfLayout(const LinearLayout &layout, unsigned dim) {
  // The register bit that alone carries the dimension is found by its basis; others that carry it too are XORed with
  // it.
  SmallVector<InputBases> ins;
  LinearLayout rest = withoutDim(layout, dim);
  int chosen = -1;
  for (unsigned bit = 0; bit < layout.inBits(Dim::Register) && chosen < 0; ++bit)
    if (layout.basis(Dim::Register, bit, outDim(dim)))
      chosen = bit;
  for (const DimBits &in : rest.ins()) {
    InputBases &bases = ins.emplace_back(InputBases{in.dim, {}});
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      if (in.dim == Dim::Register && static_cast<int>(bit) == chosen)
        continue;
      auto basis = rest.basis(in.dim, bit);
      if (in.dim == Dim::Register && layout.basis(Dim::Register, bit, outDim(dim)))
        for (auto [i, v] : llvm::enumerate(rest.basis(Dim::Register, chosen)))
          basis[i] ^= v;
      bases.bases.emplace_back(basis.begin(), basis.end());
    }
  }
  return LinearLayout(ins, rest.outs());
}

// g o R for each op.
LinearLayout sourcePlaces(tt::ExpandDimsOp op, const LinearLayout &result) { return withoutDim(result, op.getAxis()); }

LinearLayout sourcePlaces(tt::BroadcastOp op, const LinearLayout &result) {
  LinearLayout wanted = result;
  for (auto [i, size] : llvm::enumerate(op.getSrc().getType().getShape()))
    if (size == 1)
      wanted = wanted.clipOut(outDim(i), 0);
  return wanted;
}

LinearLayout sourcePlaces(tt::ReshapeOp op, const LinearLayout &result) {
  return reshapeRowMajor(result, op.getSrc().getType().getShape());
}

LinearLayout sourcePlaces(tt::TransOp op, const LinearLayout &result) {
  // Source dimension order[i] is result dimension i: the inverse permutation.
  SmallVector<int32_t> inverse(op.getOrder().size());
  for (auto [i, dim] : llvm::enumerate(op.getOrder()))
    inverse[dim] = i;
  return permuteDims(result, inverse);
}

bool isFreeReorder(Operation *op) {
  auto reshape = dyn_cast<tt::ReshapeOp>(op);
  return reshape && reshape.getAllowReorder();
}

/// The source's registers in the order of `wanted`, a map from the result's places to source coordinates.
FailureOr<Registers> rename(Operation *op, const LinearLayout &wanted, const LinearLayout &source,
                            ArrayRef<Value> values) {
  auto registers = planRename(wanted.invertAndCompose(source));
  if (!registers)
    return op->emitError() << "the layouts of operand and result put elements into different threads";
  return Registers(llvm::map_range(*registers, [&](uint32_t r) { return values[r]; }));
}

LogicalResult lowerSplat(FunctionLowering &f, tt::SplatOp op) {
  f.set(op.getResult(), Registers(f.numRegisters(op.getType()), f.scalar(op.getSrc())));
  return success();
}

LogicalResult lowerUnsplat(FunctionLowering &f, tt::UnsplatOp op) {
  // One element: every thread holds it in its register 0.
  f.set(op.getResult(), f.scalar(op.getSrc()));
  return success();
}

template <typename Op> LogicalResult lowerShape(FunctionLowering &f, Op op) {
  RankedTensorType resultType = op.getType();
  const LinearLayout &source = f.layout(op.getSrc().getType());
  LinearLayout wanted = sourcePlaces(op, f.layout(resultType));
  Registers values(f.registers(op.getSrc()));
  if (std::is_same_v<Op, tt::ReshapeOp> && isFreeReorder(op) && values.size() == f.numRegisters(resultType) &&
      !planRename(wanted.invertAndCompose(source))) {
    f.set(op.getResult(), values);
    return success();
  }
  FailureOr<Registers> renamed = rename(op, wanted, source, values);
  if (failed(renamed))
    return failure();
  f.set(op.getResult(), *renamed);
  return success();
}

/// The result's last dimension, of size 2, names the operand.
LogicalResult lowerJoin(FunctionLowering &f, tt::JoinOp op) {
  const LinearLayout &result = f.layout(op.getType());
  const LinearLayout &source = f.layout(op.getLhs().getType());
  unsigned last = result.outs().size() - 1;
  if (!result.isZero({Dim::Lane, Dim::Warp}, {outDim(last)}))
    return op.emitError() << "the halves of the joined block lie in different threads";
  LinearLayout wanted = withoutDim(result, last);
  FailureOr<Registers> lhs = rename(op, wanted, source, Registers(f.registers(op.getLhs())));
  FailureOr<Registers> rhs = rename(op, wanted, source, Registers(f.registers(op.getRhs())));
  if (failed(lhs) || failed(rhs))
    return failure();
  Registers registers;
  for (unsigned r = 0; r < lhs->size(); ++r)
    registers.push_back(result.apply({{Dim::Register, static_cast<int32_t>(r)}}, outDim(last)) ? (*rhs)[r] : (*lhs)[r]);
  f.set(op.getResult(), registers);
  return success();
}

LogicalResult lowerSplit(FunctionLowering &f, tt::SplitOp op) {
  const LinearLayout &source = f.layout(op.getSrc().getType());
  const LinearLayout &result = f.layout(op.getOutLHS().getType());
  unsigned last = source.outs().size() - 1;
  Registers all(f.registers(op.getSrc()));
  for (int half = 0; half < 2; ++half) {
    // The registers of one half, renumbered without the bit that chooses the half.
    if (!source.isZero({Dim::Lane, Dim::Warp}, {outDim(last)}))
      return op.emitError() << "the halves of the block to split lie in different threads";
    Registers kept;
    for (unsigned r = 0; r < all.size(); ++r)
      if (source.apply({{Dim::Register, static_cast<int32_t>(r)}}, outDim(last)) == half)
        kept.push_back(all[r]);
    LinearLayout from = halfLayout(source, last);
    FailureOr<Registers> renamed = rename(op, result, from, kept);
    if (failed(renamed))
      return failure();
    f.set(half ? op.getOutRHS() : op.getOutLHS(), *renamed);
  }
  return success();
}

// The order of the elements is free, so the registers of one operand are followed by those of the other. Lanes and
// warps that hold copies in the operands do so in the result too, which its layout then must say.
LogicalResult lowerCat(FunctionLowering &f, tt::CatOp op) {
  Registers registers(f.registers(op.getLhs()));
  llvm::append_range(registers, Registers(f.registers(op.getRhs())));
  if (registers.size() != f.numRegisters(op.getType()))
    return op.emitError() << "the concatenated blocks are smaller than what the threads of a program hold";
  f.set(op.getResult(), registers);
  return success();
}

} // namespace

void addShapeHandlers(HandlerTable &table) {
  table.add<tt::SplatOp, lowerSplat>();
  table.add<tt::UnsplatOp, lowerUnsplat>();
  table.add<tt::ExpandDimsOp, lowerShape<tt::ExpandDimsOp>>();
  table.add<tt::BroadcastOp, lowerShape<tt::BroadcastOp>>();
  table.add<tt::ReshapeOp, lowerShape<tt::ReshapeOp>>();
  table.add<tt::TransOp, lowerShape<tt::TransOp>>();
  table.add<tt::JoinOp, lowerJoin>();
  table.add<tt::SplitOp, lowerSplit>();
  table.add<tt::CatOp, lowerCat>();
}

} // namespace tritonc::lower
