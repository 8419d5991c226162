//===- CodegenErrors.h - errors of LLVM's code generators as values -------===//
//
// A code generator reports what it cannot do, such as inline assembly that does not assemble, through its context, and an
// LLVMContext without a handler ends the process then. While one of these objects lives, such errors are collected.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tritonc {

class CodegenErrors {
public:
  explicit CodegenErrors(llvm::LLVMContext &context) : context(context) {
    context.setDiagnosticHandlerCallBack(collect, this);
  }
  ~CodegenErrors() { context.setDiagnosticHandlerCallBack(nullptr, nullptr); }
  CodegenErrors(const CodegenErrors &) = delete;
  CodegenErrors &operator=(const CodegenErrors &) = delete;

  /// The first error, or success.
  llvm::Error first() const {
    if (text.empty())
      return llvm::Error::success();
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "the code generator cannot compile this kernel: " + text);
  }

private:
  static void collect(const llvm::DiagnosticInfo *info, void *self) {
    std::string &text = static_cast<CodegenErrors *>(self)->text;
    if (info->getSeverity() != llvm::DS_Error || !text.empty())
      return;
    std::string message;
    llvm::raw_string_ostream os(message);
    llvm::DiagnosticPrinterRawOStream printer(os);
    info->print(printer);
    // The lines after the first quote assembly, which is not the user's file.
    text = llvm::StringRef(message).split('\n').first.str();
    if (text.empty())
      text = "unknown error";
  }

  llvm::LLVMContext &context;
  std::string text;
};

} // namespace tritonc
