//===- Builtin.h - functions of the library, as the evaluator calls them ---===//
//
// A builtin states its parameters as the line that its Python signature would have, so that keyword arguments,
// defaults, arity errors and "did you mean" are done once, by the caller:
//
//     {"load", "pointer, mask=None, other=None, boundary_check=(), padding_option='', cache_modifier='', "
//              "eviction_policy='', volatile=False", load, Builtin::Method},
//
//     Value load(CallContext &context, const Arguments &args) {
//       Value pointer = args[0]; ...
//       return context.error(DiagId::..., "...");      // reports at the call, gives poison
//     }
//
// Defaults are None, True, False, numbers, 'strings', () and names of dtypes (float32). `*args` collects the rest of
// the positional arguments as a tuple; what follows it, or a bare `*`, can only be given by keyword. A parameter
// written `name: constexpr` must get a compile-time value; the caller checks that.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/Frontend.h"
#include "frontend/value/Value.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Location.h"

namespace tritonc {

class CallContext;

/// The arguments of one call, one for each parameter in order, defaults filled in.
class Arguments {
public:
  Arguments(llvm::ArrayRef<Value> values, llvm::ArrayRef<SourceRange> ranges, llvm::ArrayRef<bool> given)
      : values(values), ranges(ranges), given(given) {}
  const Value &operator[](unsigned index) const { return values[index]; }
  size_t size() const { return values.size(); }
  /// Where the argument stands in the source; for a default, the call.
  SourceRange range(unsigned index) const { return ranges[index]; }
  bool isGiven(unsigned index) const { return given[index]; }
  bool anyPoison() const;

private:
  llvm::ArrayRef<Value> values;
  llvm::ArrayRef<SourceRange> ranges;
  llvm::ArrayRef<bool> given;
};

using BuiltinFunction = Value (*)(CallContext &, const Arguments &);

struct Builtin {
  enum Flags : unsigned {
    Plain = 0,
    Method = 1,     ///< also a method of blocks and scalars: x.sum(...) passes x first
    TakesPoison = 2 ///< called even when an argument is poison
  };
  const char *name;
  const char *parameters;
  BuiltinFunction function;
  unsigned flags = Plain;
};

/// What a builtin may use of the compile in progress.
class CallContext {
public:
  CallContext(mlir::OpBuilder &builder, DiagnosticEngine &diagnostics, const FrontendOptions &options)
      : builder(builder), diagnostics(diagnostics), options(options) {}
  virtual ~CallContext() = default;

  mlir::OpBuilder &builder;
  DiagnosticEngine &diagnostics;
  const FrontendOptions &options; ///< options.variant, options.target

  /// The expression being evaluated, and its MLIR location (call sites of inlined helpers included).
  SourceRange range;
  mlir::Location loc() const { return currentLoc(); }
  mlir::MLIRContext *context() const { return builder.getContext(); }

  /// False while module-level or compile-time code runs: no operation may be made then.
  virtual bool canEmit() const = 0;

  /// Calls a jit function, a plain function or a builtin. Errors inside are reported and give poison.
  virtual Value call(const Value &callee, llvm::ArrayRef<Value> positional, llvm::ArrayRef<NamedValue> named = {}) = 0;

  /// The line that tells where a value of the current function was defined, for notes; invalid when not known.
  virtual SourceRange definition(const Value &) const { return {}; }

  /// Reports at the current expression (or at `where`), with notes for the chain of inlined calls; gives poison.
  template <typename... Args> Value error(DiagId id, Args &&...args) {
    return errorAt(range, id, std::forward<Args>(args)...);
  }
  template <typename... Args> Value errorAt(SourceRange where, DiagId id, Args &&...args) {
    addCallNotes(diagnostics.report(id, where.valid() ? where : range, std::forward<Args>(args)...));
    return Value::poison();
  }
  /// As errorAt, for callers that add notes and hints.
  template <typename... Args> Diagnostic &report(SourceRange where, DiagId id, Args &&...args) {
    Diagnostic &diagnostic = diagnostics.report(id, where.valid() ? where : range, std::forward<Args>(args)...);
    addCallNotes(diagnostic);
    return diagnostic;
  }

protected:
  virtual mlir::Location currentLoc() const = 0;
  virtual void addCallNotes(Diagnostic &diagnostic) const = 0;
};

/// Sets the context's range for the life of the object.
class RangeScope {
public:
  RangeScope(CallContext &context, SourceRange range) : context(context), saved(context.range) {
    if (range.valid())
      context.range = range;
  }
  ~RangeScope() { context.range = saved; }

private:
  CallContext &context;
  SourceRange saved;
};

} // namespace tritonc
