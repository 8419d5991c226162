//===- StubContext.h - a compile in progress, for tests of typed operations ---===//
#pragma once

#include "frontend/semantic/Builtins.h"
#include "frontend/semantic/Semantic.h"
#include "mlir/IR/BuiltinOps.h"
#include "passes/ir/Dialects.h"

namespace tritonc {

/// Owns a module with one block to emit into. Functions cannot be called.
class Fixture {
public:
  Fixture() {
    loadDialects(context);
    builder = std::make_unique<mlir::OpBuilder>(&context);
    module = mlir::ModuleOp::create(builder->getUnknownLoc());
    builder->setInsertionPointToEnd(module->getBody());
    options.target = "sm_90a";
    call = std::make_unique<Context>(*builder, diagnostics, options);
  }

  /// A run-time value of the type, as an unknown op would give it.
  Value value(DType type) {
    mlir::Type ir = type.toMLIR(&context);
    auto op = mlir::UnrealizedConversionCastOp::create(*builder, builder->getUnknownLoc(), ir, mlir::ValueRange());
    return Value::runtime(op.getResult(0), type);
  }

  /// Calls a library function; missing trailing arguments are given in `defaults`.
  Value library(llvm::StringRef name, std::vector<Value> arguments) {
    const Builtin *builtin = lookupBuiltin(name);
    if (!builtin)
      return Value::poison();
    std::vector<SourceRange> ranges(arguments.size());
    llvm::SmallVector<bool> given(arguments.size(), true);
    return builtin->function(*call, Arguments(arguments, ranges, given));
  }

  std::string messages() {
    std::string text;
    for (const auto &diagnostic : diagnostics.all())
      text += diagnostic->message + "\n";
    return text;
  }

  std::string ir() {
    std::string text;
    llvm::raw_string_ostream os(text);
    for (mlir::Operation &op : *module->getBody())
      if (!llvm::isa<mlir::UnrealizedConversionCastOp>(op))
        os << op << "\n";
    return text;
  }

  mlir::MLIRContext context;
  std::unique_ptr<mlir::OpBuilder> builder;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  FrontendOptions options;
  DiagnosticEngine diagnostics;

  struct Context final : CallContext {
    using CallContext::CallContext;
    bool canEmit() const override { return true; }
    Value call(const Value &, llvm::ArrayRef<Value>, llvm::ArrayRef<NamedValue>) override { return Value::poison(); }

  protected:
    mlir::Location currentLoc() const override { return builder.getUnknownLoc(); }
    void addCallNotes(Diagnostic &) const override {}
  };
  std::unique_ptr<Context> call;
};

} // namespace tritonc
