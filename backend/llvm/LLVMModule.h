//===- LLVMModule.h - from the LLVM dialect to optimised LLVM IR ----------===//
#pragma once

#include "backend/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>

namespace tritonc {

/// LLVM IR with the context that owns it.
struct LLVMModule {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  /// The code generator's view of the target, kept from optimisation: making one takes half a millisecond.
  std::unique_ptr<llvm::TargetMachine> machine;
};

/// Translates a module of the LLVM dialect. `withDebugLines` keeps line tables; `onlyDirectives` as `.loc` and `.file`
/// alone, from which ptxas makes its own.
llvm::Expected<LLVMModule> translateToLLVM(mlir::ModuleOp module, bool withDebugLines, bool onlyDirectives = false);

/// Whether a function is an intrinsic of AMD's matrix units.
bool isAmdMatrixProduct(const llvm::Function &function);

/// The kernel of a translated module: its only externally visible function with a body.
llvm::Function *findKernel(llvm::Module &module);

/// Whether the module is one function without loops.
bool isStraightLine(const llvm::Module &module);

/// Runs LLVM's optimiser for one GPU kernel.
void optimizeForGpu(llvm::Module &module, llvm::TargetMachine &machine, int optLevel);

/// What a target changes about the passes of the code generator.
class CodegenTuning {
public:
  virtual ~CodegenTuning() = default;
  /// Before the passes are made.
  virtual void configure(llvm::TargetPassConfig &config) = 0;
  /// Whether to leave out a pass, by its name on LLVM's command lines; asked when its turn comes.
  virtual bool skips(llvm::StringRef pass) const = 0;
  /// Whether never to make a pass, by the name that it prints (getPassName). For passes that do not ask.
  virtual bool lacks(llvm::StringRef passName) const = 0;
};

/// Runs the code generator.
llvm::Expected<std::string> emitMachineCode(llvm::Module &module, llvm::TargetMachine &machine,
                                            llvm::CodeGenFileType fileType, CodegenTuning *tuning = nullptr);

/// Textual IR.
std::string printModule(const llvm::Module &module);

} // namespace tritonc
