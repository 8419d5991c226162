//===- HostDescriptors.cpp - block-host-descriptors: tensor maps as parameters ===//
//
// The tensor memory accelerator reads a descriptor of 128 bytes from memory. A kernel that builds it for itself writes
// it to scratch, fences and reads it back, once in each program: on a small product that takes longer than the product.
// But mostly a descriptor is made from the kernel's parameters alone, and then the launcher can build it: it becomes
// one more parameter, and an entry in the manifest says how.
//
//   tt.func @k(%a: !tt.ptr<f16>, %m: i32, %s: i32) {      tt.func @k(%a, %m, %s, %d: !tt.tensordesc<...>)
//     %d = tt.make_tensor_descriptor %a, [%m, 64],    ->    attributes {ttg.keep_descriptors}
//            [%s, 1] : ... tensor<128x64xf16>             module {ttg.tensor_maps = [{base = 0, sizes = ["p1", "64"],
//                                                                strides = ["p2", "1"], block = [128, 64], bits ...}]}
//
// All descriptors of a kernel or none: block-lower-pointers turns the others into pointers and masks.
//
//===----------------------------------------------------------------------===//
#include "backend/Target.h"
#include "mlir/IR/Matchers.h"
#include "passes/Passes.h"

namespace tritonc {
#define GEN_PASS_DEF_BLOCKHOSTDESCRIPTORS
#include "passes/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;

namespace {

/// "p3" for parameter 3, "64" for a constant; nothing for what the host would have to compute.
std::optional<std::string> hostValue(Value v, Block *entry) {
  while (auto widened = v.getDefiningOp<arith::ExtSIOp>())
    v = widened.getIn();
  APInt constant;
  if (matchPattern(v, m_ConstantInt(&constant)))
    return std::to_string(constant.getSExtValue());
  auto argument = dyn_cast<BlockArgument>(v);
  if (!argument || argument.getOwner() != entry)
    return std::nullopt;
  return "p" + std::to_string(argument.getArgNumber());
}

/// What one instruction copies has at most 256 rows; a panel of the buffer at least 16 bytes, eight rows a swizzle.
constexpr int64_t maxRows = 256, minRows = 8;

bool blockFits(RankedTensorType block) {
  unsigned bits = block.getElementType().isIntOrFloat() ? block.getElementTypeBitWidth() : 0;
  return block.getRank() == 2 && (bits == 8 || bits == 16 || bits == 32) && block.getDimSize(0) >= minRows &&
         block.getDimSize(0) <= maxRows && block.getDimSize(1) * bits >= 256;
}

bool usesFit(tt::MakeTensorDescOp op) {
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    ArrayRef<int64_t> shape = op.getType().getBlockType().getShape();
    if (auto load = dyn_cast<tt::DescriptorLoadOp>(user))
      return cast<RankedTensorType>(load.getType()).getShape() == shape;
    auto store = dyn_cast<tt::DescriptorStoreOp>(user);
    return store && cast<RankedTensorType>(store.getSrc().getType()).getShape() == shape;
  });
}

/// The manifest's entry, or null.
DictionaryAttr describe(tt::MakeTensorDescOp op, Block *entry) {
  RankedTensorType block = op.getType().getBlockType();
  auto base = dyn_cast<BlockArgument>(op.getBase());
  if (!base || base.getOwner() != entry || !blockFits(block) || !usesFit(op) ||
      op.getPadding() == tt::PaddingOption::NaN ||
      cast<tt::PtrType>(base.getType()).getPointeeType() != block.getElementType())
    return {};
  Builder b(op.getContext());
  auto list = [&](ValueRange values) -> ArrayAttr {
    SmallVector<Attribute> texts;
    for (Value v : values) {
      auto text = hostValue(v, entry);
      if (!text)
        return {};
      texts.push_back(b.getStringAttr(*text));
    }
    return b.getArrayAttr(texts);
  };
  ArrayAttr sizes = list(op.getShape()), strides = list(op.getStrides());
  if (!sizes || !strides || cast<StringAttr>(strides[1]).getValue() != "1")
    return {};
  return b.getDictionaryAttr({b.getNamedAttr("base", b.getI32IntegerAttr(int32_t(base.getArgNumber()))),
                              b.getNamedAttr("sizes", sizes), b.getNamedAttr("strides", strides),
                              b.getNamedAttr("block", TypeAttr::get(block))});
}

struct BlockHostDescriptorsPass : tritonc::impl::BlockHostDescriptorsBase<BlockHostDescriptorsPass> {
  using BlockHostDescriptorsBase::BlockHostDescriptorsBase;

  void runOnOperation() override {
    llvm::Expected<Target> machine = parseTarget(target);
    if (!machine)
      return llvm::consumeError(machine.takeError()); // reported by whoever needs the target
    if (!machine->isNVIDIA() || machine->computeCapability != 90 || !machine->archSpecific)
      return;
    tt::FuncOp kernel;
    for (auto function : getOperation().getOps<tt::FuncOp>()) {
      // What is called may take descriptors, and a module of two kernels has two lists of parameters.
      if (kernel || !function.isKernel() || function.isExternal())
        return;
      kernel = function;
    }
    if (kernel)
      rewrite(kernel);
  }

  void rewrite(tt::FuncOp kernel) {
    if (llvm::any_of(kernel.getArgumentTypes(), [](Type type) { return isa<tt::TensorDescType>(type); }))
      return;
    Block *entry = &kernel.getBody().front();
    SmallVector<tt::MakeTensorDescOp> made;
    SmallVector<Attribute> entries;
    WalkResult result = kernel.walk([&](tt::MakeTensorDescOp op) {
      DictionaryAttr each = describe(op, entry);
      made.push_back(op);
      entries.push_back(each);
      return each ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (made.empty() || result.wasInterrupted())
      return;
    for (tt::MakeTensorDescOp op : made) {
      unsigned index = kernel.getNumArguments();
      (void)kernel.insertArgument(index, op.getType(), {}, op.getLoc());
      op.getResult().replaceAllUsesWith(kernel.getArgument(index));
      op.erase();
    }
    Builder b(&getContext());
    kernel->setAttr("ttg.keep_descriptors", b.getUnitAttr());
    getOperation()->setAttr("ttg.tensor_maps", b.getArrayAttr(entries));
    numDescriptors += made.size();
  }
};

} // namespace
