//===- Int32Offset.cpp - -Wint32-offset -----------------------------------===//
//
//   row = tl.program_id(0)
//   tl.load(x_ptr + row * stride + cols, mask=cols < n_cols)
//
// A product of two 32-bit integers is a 32-bit integer, however wide the address is that it is added to. Almost every
// kernel has such products; what is reported are those that nothing in the kernel bounds: the number of the program
// along the grid's first axis, possibly times constants, times a 32-bit parameter, in the address of a block of data
// whose length only the launch knows, in a kernel that uses no other axis. That is one row of a matrix for each
// program, with as many rows as there are programs: where it has more than 2^31 elements, the offset wraps around.
// Silent where a part of the address is computed in 64 bits, since its author has thought of it, and for numbers of
// heads, batches and tiles, which are small: they come from other axes or from divisions. Said once for each kernel.
//
//===----------------------------------------------------------------------===//
#include "passes/lint/Lint.h"
#include "passes/lint/Masks.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;

namespace {

/// The parts that an address adds up.
struct Offsets {
  SmallVector<arith::MulIOp> products; ///< of 32 bits
  bool hasWide = false;                ///< some part is computed in 64 bits
  llvm::DenseSet<Value> seen;

  void collect(Value value, unsigned depth = 48) {
    value = withoutShape(value);
    if (depth == 0 || !seen.insert(value).second)
      return;
    Operation *op = value.getDefiningOp();
    if (!op) {
      if (auto loop = dyn_cast_or_null<scf::ForOp>(value.getParentBlock()->getParentOp()))
        if (value != loop.getInductionVar())
          collect(loop.getTiedLoopInit(cast<BlockArgument>(value))->get(), depth - 1);
      return;
    }
    if (isa<tt::AddPtrOp, arith::AddIOp, arith::SubIOp>(op)) {
      collect(op->getOperand(0), depth - 1);
      collect(op->getOperand(1), depth - 1);
    } else if (isa<arith::ExtSIOp, arith::ExtUIOp>(op)) {
      collect(op->getOperand(0), depth - 1);
    } else if (auto product = dyn_cast<arith::MulIOp>(op)) {
      if (getElementTypeOrSelf(value).isInteger(32))
        products.push_back(product);
      else
        hasWide = true;
    }
  }
};

} // namespace

/// A size that only the launch knows: a parameter, or a product or sum of such.
static bool isRunTimeSize(Value value, unsigned depth = 8) {
  value = withoutShape(value);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<tt::FuncOp>(argument.getOwner()->getParentOp());
  Operation *op = value.getDefiningOp();
  return depth > 0 && isa<arith::MulIOp>(op) &&
         llvm::any_of(op->getOperands(), [&](Value operand) { return isRunTimeSize(operand, depth - 1); });
}

/// Whether the value is the number of the program, possibly times constants.
static bool isProgramNumber(Value value, unsigned depth = 8) {
  value = withoutShape(value);
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (isa<arith::MulIOp>(op))
    for (unsigned i : {0, 1})
      if (constantInteger(op->getOperand(i)))
        return isProgramNumber(op->getOperand(1 - i), depth - 1);
  return isa<tt::GetProgramIdOp>(op);
}

/// Whether the access is to a block whose mask ends at a size of the launch.
static bool isRowOfAnyLength(Operation *access, BlockValues &values) {
  Value mask = isa<tt::LoadOp>(access) ? cast<tt::LoadOp>(access).getMask() : cast<tt::StoreOp>(access).getMask();
  if (!mask || !isa<RankedTensorType>(mask.getType()))
    return false;
  return llvm::any_of(termsOf(mask, DimMap::identity(mask), values),
                      [](const MaskTerm &term) { return term.dims && allDims(term.lhs) && isRunTimeSize(term.rhs); });
}

void lint::warnInt32Offset(lint::Function &function) {
  if (!function.op.isKernel())
    return;
  bool usesOtherAxes = false;
  function.op.walk([&](tt::GetProgramIdOp program) { usesOtherAxes |= program.getAxis() != tt::ProgramDim::X; });
  if (usesOtherAxes)
    return;
  SmallVector<Operation *> accesses;
  for (tt::LoadOp load : function.loads)
    accesses.push_back(load);
  for (tt::StoreOp store : function.stores)
    accesses.push_back(store);
  std::optional<Report> warning;
  llvm::DenseSet<Operation *> reported;
  for (Operation *access : accesses) {
    Offsets offsets;
    offsets.collect(access->getOperand(0));
    BlockArgument parameter = baseParameter(access->getOperand(0));
    if (offsets.hasWide || !parameter || !isRowOfAnyLength(access, function.values))
      continue;
    for (arith::MulIOp product : offsets.products) {
      Value left = product.getLhs(), right = product.getRhs();
      if (isRunTimeSize(left))
        std::swap(left, right);
      if (!isRunTimeSize(right) || !isProgramNumber(left) || !reported.insert(product).second)
        continue;
      if (warning) {
        if (reported.size() < 4)
          warning->note(product.getLoc(), "and so is this one, of " + parameterName(parameter));
        continue;
      }
      warning.emplace(DiagId::int32_offset, product.getLoc(), parameterName(parameter));
      warning->note(access->getLoc(), "it is part of this address")
          .hint("make one factor 64 bits wide: tl.program_id(0).to(tl.int64)");
    }
  }
}
