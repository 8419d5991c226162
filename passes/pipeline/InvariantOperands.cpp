//===- InvariantOperands.cpp - operands of products that loops do not change ===//
//
// Attention multiplies the same block of queries in each iteration. Kept in registers over the loop it leaves too few
// for the rest on GPUs of 256 registers a lane, the more so where both halves of a wave hold it (WMMA before gfx12):
// they would be spilled to memory. So such a block goes to shared memory once, and each iteration reads it tile by
// tile, as it does with the blocks that it loads.
//
//   %q = ttg.convert_layout %x                %m = ttg.local_alloc %x
//   scf.for ... {                             scf.for ... {
//     %s = tt.dot %q, %k, ...           ->      %q = ttg.local_load %m
//                                               %s = tt.dot %q, %k, ...
//
//===----------------------------------------------------------------------===//
#include "passes/pipeline/InvariantOperands.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/ir/SharedMemory.h"
#include "passes/layout/MatrixChoice.h"
#include "passes/layout/linear/Swizzle.h"
#include "passes/pipeline/LoopRegisters.h"

using namespace mlir;
using namespace tritonc;

namespace {

/// A and B of products of matrix units that `loop` does not make, each once.
llvm::SmallSetVector<Value, 4> invariantOperands(scf::ForOp loop) {
  llvm::SmallSetVector<Value, 4> found;
  for (auto dot : loop.getBody()->getOps<tt::DotOp>())
    if (dot->hasAttr(matrixAttr))
      for (Value operand : {dot.getA(), dot.getB()})
        if (operand.getDefiningOp() && loop.isDefinedOutsideOfLoop(operand))
          found.insert(operand);
  return found;
}

/// What is alive at the loop's fullest place with these operands besides, about.
int64_t pressure(scf::ForOp loop, ArrayRef<Value> operands) {
  int64_t sum = registersOf(loop);
  for (Value operand : operands)
    sum += registersOf(operand.getType());
  return sum;
}

int64_t sharedBytes(scf::ForOp loop) {
  llvm::SmallSetVector<Value, 4> buffers;
  loop.getBody()->walk([&](ttg::MemDescIndexOp view) { buffers.insert(view.getSrc()); });
  int64_t bytes = 0;
  for (Value buffer : buffers)
    bytes += cast<ttg::MemDescType>(buffer.getType()).getBytes();
  return bytes;
}

/// The buffer, filled where the operand is made.
Value bufferOf(Value operand) {
  Operation *maker = operand.getDefiningOp();
  auto convert = dyn_cast<ttg::ConvertLayoutOp>(maker);
  Value source = convert ? convert.getSrc() : operand;
  auto type = cast<RankedTensorType>(source.getType()), wanted = cast<RankedTensorType>(operand.getType());
  LinearLayout layout =
      exchangeBuffer(*ttg::layoutOf(type), *ttg::layoutOf(wanted), type.getElementTypeBitWidth()).offsetToCoords;
  OpBuilder b(maker->getContext());
  b.setInsertionPointAfter(maker);
  auto memory = ttg::MemDescType::get(b.getContext(), type.getShape(), type.getElementType(),
                                      ttg::SharedEncodingAttr::get(b.getContext(), layout));
  return ttg::LocalAllocOp::create(b, maker->getLoc(), memory, source);
}

void readInLoop(scf::ForOp loop, Value operand, Value buffer) {
  for (auto dot : llvm::make_early_inc_range(loop.getBody()->getOps<tt::DotOp>()))
    for (unsigned i : {0, 1})
      if (dot->getOperand(i) == operand) {
        OpBuilder b(dot);
        dot->setOperand(i, ttg::LocalLoadOp::create(b, dot.getLoc(), operand.getType(), buffer));
      }
}

} // namespace

void tritonc::readInvariantOperandsInLoops(tt::FuncOp function, const Target &target) {
  // MFMA has 512 registers.
  if (!target.isAMD() || target.isCDNA())
    return;
  llvm::MapVector<Value, Value> buffers;
  function.walk([&](scf::ForOp loop) {
    llvm::SmallSetVector<Value, 4> operands = invariantOperands(loop);
    int64_t bytes = sharedBytes(loop);
    while (!operands.empty() && pressure(loop, operands.getArrayRef()) > registersOfRdna) {
      Value largest = *llvm::max_element(
          operands, [](Value a, Value b) { return registersOf(a.getType()) < registersOf(b.getType()); });
      operands.remove(largest);
      auto type = cast<RankedTensorType>(largest.getType());
      bytes += type.getNumElements() * type.getElementTypeBitWidth() / 8;
      // Conversions need some, too.
      if (type.getElementTypeBitWidth() < 8 || 4 * bytes > 3 * int64_t(target.maxSharedBytes))
        break;
      Value &buffer = buffers[largest];
      if (!buffer)
        buffer = bufferOf(largest);
      readInLoop(loop, largest, buffer);
    }
  });
  for (auto &[operand, buffer] : buffers)
    if (operand.use_empty())
      operand.getDefiningOp()->erase();
}
