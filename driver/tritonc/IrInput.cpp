//===- IrInput.cpp - textual block IR as input ----------------------------===//
#include "driver/tritonc/IrInput.h"
#include "frontend/semantic/Semantic.h"
#include "mlir/Parser/Parser.h"
#include "passes/ir/Dialects.h"

using namespace llvm;

namespace tritonc {
namespace {

/// A scalar type as signatures spell it; nothing for what they cannot spell, which no launcher could pass.
std::string spelling(mlir::Type type) {
  if (auto pointer = dyn_cast<tt::PtrType>(type)) {
    std::string element = spelling(pointer.getPointeeType());
    return element.empty() ? "" : "*" + element;
  }
  if (auto desc = dyn_cast<tt::TensorDescType>(type)) {
    std::string dims;
    for (int64_t size : desc.getBlockType().getShape())
      dims += (dims.empty() ? "" : ",") + std::to_string(size);
    return "tensordesc<" + spelling(desc.getBlockType().getElementType()) + "[" + dims + "]>";
  }
  if (type.isInteger(1) || type.isInteger(8) || type.isInteger(16) || type.isInteger(32) || type.isInteger(64))
    return "i" + std::to_string(type.getIntOrFloatBitWidth());
  return TypeSwitch<mlir::Type, std::string>(type)
      .Case<mlir::Float16Type>([](auto) { return "fp16"; })
      .Case<mlir::BFloat16Type>([](auto) { return "bf16"; })
      .Case<mlir::Float32Type>([](auto) { return "fp32"; })
      .Case<mlir::Float64Type>([](auto) { return "fp64"; })
      .Case<mlir::Float8E4M3FNType>([](auto) { return "fp8e4nv"; })
      .Case<mlir::Float8E5M2Type>([](auto) { return "fp8e5"; })
      .Case<mlir::Float8E4M3FNUZType>([](auto) { return "fp8e4b8"; })
      .Case<mlir::Float8E5M2FNUZType>([](auto) { return "fp8e5b16"; })
      .Default([](auto) { return ""; });
}

int sizeOf(mlir::Type type) {
  if (isa<tt::PtrType>(type))
    return 8;
  return type.isIntOrFloat() ? static_cast<int>((type.getIntOrFloatBitWidth() + 7) / 8) : 0;
}

/// Triton names an argument anew when the kernel assigns it to a variable, so two may have one name.
std::string argumentName(mlir::BlockArgument argument, const std::vector<ManifestParam> &before) {
  std::string name = "arg" + std::to_string(argument.getArgNumber());
  if (auto location = dyn_cast<mlir::NameLoc>(argument.getLoc()))
    name = location.getName().str();
  const auto isTaken = [&] {
    return llvm::any_of(before, [&](const ManifestParam &param) { return param.name == name; });
  };
  while (isTaken())
    name += "_" + std::to_string(argument.getArgNumber());
  return name;
}

tt::FuncOp findKernel(mlir::ModuleOp module, StringRef name, DiagnosticEngine &diagnostics) {
  std::vector<tt::FuncOp> kernels;
  std::string known;
  for (auto function : module.getOps<tt::FuncOp>())
    if (function.isKernel()) {
      kernels.push_back(function);
      known += (known.empty() ? "" : ", ") + function.getName().str();
    }
  for (tt::FuncOp kernel : kernels)
    if (kernel.getName() == name)
      return kernel;
  if (!name.empty())
    diagnostics.report(DiagId::ir_unknown_kernel, {}, name).withHint("known: " + known);
  else if (kernels.empty())
    diagnostics.report(DiagId::ir_no_kernel, {});
  else if (kernels.size() > 1)
    diagnostics.report(DiagId::ir_many_kernels, {}, known);
  else
    return kernels.front();
  return {};
}

/// The front end's limit on a block, for input that did not pass it: far larger ones compile for minutes.
bool checkBlockSizes(mlir::ModuleOp module) {
  const auto isTooLarge = [](mlir::Type type) {
    auto block = dyn_cast<mlir::RankedTensorType>(type);
    return block && block.hasStaticShape() && block.getNumElements() > maxBlockElements;
  };
  return !module
              .walk([&](mlir::Operation *op) {
                auto found = llvm::find_if(op->getResultTypes(), isTooLarge);
                if (found == op->getResultTypes().end())
                  return mlir::WalkResult::advance();
                op->emitError() << "the block " << *found << " has more than " << maxBlockElements << " elements";
                return mlir::WalkResult::interrupt();
              })
              .wasInterrupted();
}

bool checkInterface(tt::FuncOp kernel) {
  if (kernel.getNumResults() != 0) {
    kernel.emitError("kernel '") << kernel.getName() << "' must not return a value";
    return false;
  }
  for (mlir::BlockArgument argument : kernel.getArguments())
    if (spelling(argument.getType()).empty()) {
      mlir::emitError(argument.getLoc(), "a kernel cannot take an argument of type ") << argument.getType();
      return false;
    }
  return true;
}

} // namespace

bool readIr(const CompileInput &input, const FrontendOptions &options, mlir::MLIRContext &context,
            DiagnosticEngine &diagnostics, FrontendResult &result) {
  result.dependencies = {input.path};
  mlir::ParserConfig config(&context);
  result.module = mlir::parseSourceString<mlir::ModuleOp>(input.text, config, input.path);
  if (!result.module || !checkBlockSizes(*result.module))
    return false;
  tt::FuncOp kernel = findKernel(*result.module, options.kernel, diagnostics);
  if (!kernel || !checkInterface(kernel))
    return false;
  for (auto other : llvm::make_early_inc_range(result.module->getOps<tt::FuncOp>()))
    if (other != kernel && other.isKernel())
      other.erase();
  result.kernel = kernel.getName().str();
  for (mlir::BlockArgument argument : kernel.getArguments()) {
    ManifestParam param;
    param.name = argumentName(argument, result.params);
    param.type = spelling(argument.getType());
    param.size = sizeOf(argument.getType());
    if (auto divisibility = kernel.getArgAttrOfType<mlir::IntegerAttr>(argument.getArgNumber(), "tt.divisibility"))
      param.divisibility = static_cast<int>(divisibility.getInt());
    result.params.push_back(param);
  }
  return true;
}

} // namespace tritonc
