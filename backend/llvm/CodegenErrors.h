//===- CodegenErrors.h - errors of LLVM's code generators as values -------===//
//
// A code generator reports what it cannot do, such as inline assembly whose constraints name no register, through its
// context. Without a handler the context ends the process. With one that returns, code generation goes on over machine
// code that is not whole, and may crash. So the handler leaves through longjmp, as LLVM's own crash recovery does; what
// the code generator had allocated is lost, which one kernel can afford.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <csetjmp>
#include <memory>
#include <string>

namespace tritonc {

class CodegenErrors {
public:
  /// Runs a code generator up to its end or its first error.
  static llvm::Error run(std::unique_ptr<llvm::legacy::PassManager> passes, llvm::Module &module) {
    CodegenErrors errors;
    llvm::LLVMContext &context = module.getContext();
    context.setDiagnosticHandlerCallBack(collect, &errors);
    // The passes are in the middle of something after a jump, so they are not destroyed then.
    llvm::legacy::PassManager *running = passes.release();
    if (setjmp(errors.start) == 0) {
      running->run(module);
      delete running;
    }
    context.setDiagnosticHandlerCallBack(nullptr, nullptr);
    if (errors.text.empty())
      return llvm::Error::success();
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the code generator cannot compile this kernel: " + errors.text);
  }

private:
  static void collect(const llvm::DiagnosticInfo *info, void *self) {
    if (info->getSeverity() != llvm::DS_Error)
      return;
    auto *errors = static_cast<CodegenErrors *>(self);
    errors->describe(*info);
    longjmp(errors->start, 1);
  }

  void describe(const llvm::DiagnosticInfo &info) {
    std::string message;
    llvm::raw_string_ostream os(message);
    llvm::DiagnosticPrinterRawOStream printer(os);
    info.print(printer);
    // The lines after the first quote assembly, which is not the user's file.
    text = llvm::StringRef(message).split('\n').first.str();
    if (text.empty())
      text = "unknown error";
  }

  std::jmp_buf start;
  std::string text;
};

} // namespace tritonc
