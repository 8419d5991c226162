//===- Evaluator.h - runs Python: at compile time, or into block IR --------===//
//
// One evaluator for everything, because the language mixes its levels within one expression: what depends on
// compile-time values alone is computed, what depends on a run-time value becomes operations. In a jit function three
// rules come on top of Python's (they are Triton's): assigning a number makes it a run-time value unless the target is
// annotated tl.constexpr; `range` loops are loops of the program, not unrolled; variables keep their type over branches
// and loops.
//
// Errors are reported where they occur and give poison; evaluation goes on with the next statement, so that one run
// finds several.
//
// Control flow is structured (scf.if, scf.for, scf.while) from the start. A `return` inside a run-time `if` makes the
// rest of the function part of the branches: see ControlFlow.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/eval/Program.h"
#include "frontend/value/Builtin.h"
#include "passes/ir/Dialects.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tritonc {

enum class Flow : uint8_t { Next, Break, Continue, Return };

/// Runs what follows a statement, to the end of the function. See ControlFlow.cpp.
using Rest = llvm::function_ref<Flow()>;

/// One function in progress.
struct Activation {
  const FunctionObject *function = nullptr; ///< null: module level
  std::shared_ptr<Environment> env;
  Activation *caller = nullptr;
  SourceRange callSite;
  std::optional<mlir::Location> callLoc; ///< of the call, for locations of inlined code
  llvm::StringRef assignee;              ///< the variable that the current statement assigns, for names in locations
  Value result;                          ///< set by `return`
  SourceRange returnedAt;
  std::string recursiveArguments; ///< what it was called with, if it is inside of a call of the same function
  unsigned runtimeLoops = 0;      ///< loops of the program that we are inside of
  bool isJit() const { return function && function->kind == FunctionObject::Kind::Jit; }
};

/// One argument of a call, with its place.
struct CallArguments {
  std::vector<Value> positional;
  std::vector<SourceRange> positionalRanges;
  std::vector<NamedValue> named;
  std::vector<SourceRange> namedRanges;
  bool poisoned = false;
};

class Evaluator final : public CallContext {
public:
  Evaluator(Program &program, mlir::OpBuilder &builder, DiagnosticEngine &diagnostics, bool emits);

  // CallContext
  bool canEmit() const override { return emits; }
  Value call(const Value &callee, llvm::ArrayRef<Value> positional, llvm::ArrayRef<NamedValue> named) override;
  SourceRange definition(const Value &value) const override;

  /// Expressions.
  Value evaluate(const ast::Expr &expr);
  Value evaluateIn(const ast::Expr &expr, LazyScope &scope, unsigned before);
  /// Python's truth of a compile-time value; none for run-time values and opaque ones.
  std::optional<bool> truth(const Value &value);
  /// The elements of a compile-time iterable; none (reported) if it is not one.
  std::optional<std::vector<Value>> iterate(const Value &value, SourceRange where);
  Value attribute(const Value &object, llvm::StringRef name);
  Value subscript(const Value &object, const Value &index);
  Value binary(ast::BinaryOperator op, const Value &lhs, const Value &rhs);
  Value compareValues(ast::CompareOperator op, const Value &lhs, const Value &rhs);

  /// Statements.
  Flow execute(ast::StmtList body, Rest rest);
  Flow execute(const ast::Stmt &stmt, Rest rest);
  /// Runs one module-level statement in an environment of its own.
  void runDetached(const ast::Stmt &stmt, std::shared_ptr<Environment> env);

  /// Calls.
  Value callWith(const Value &callee, CallArguments arguments);
  Value callFunction(const std::shared_ptr<const FunctionObject> &function, CallArguments arguments);
  /// Whether a call inside of a call of the same function has nothing that could end it. Sets `inside` to its arguments
  /// if it is inside of one.
  bool isEndlessCall(const FunctionObject &function, const Environment &env, std::string &inside) const;
  /// Runs the kernel's body with its parameters bound. The caller makes the function and its end.
  void runKernel(const FunctionObject &kernel, std::shared_ptr<Environment> env);

  /// The module to which functions that are not inlined are added.
  mlir::ModuleOp module;
  Program &program;
  Activation *current = nullptr;

  mlir::Location locationOf(SourceRange range) const;
  Environment &env() { return *current->env; }
  std::optional<Value> lookupName(llvm::StringRef name);

  /// The IR values in a Value (tuples flattened, compile-time parts skipped), and the Value with others in their place.
  static void flatten(const Value &value, llvm::SmallVectorImpl<mlir::Value> &results);
  static Value unflatten(const Value &like, llvm::ArrayRef<mlir::Value> &values);
  /// True if both have the same structure and types; compile-time parts must be equal.
  static bool sameType(const Value &a, const Value &b);
  /// The type of a value for messages: `fp32[128]`, `(int32, fp32)`, `None`, `constexpr 3`.
  static std::string typeText(const Value &value);

protected:
  mlir::Location currentLoc() const override;
  void addCallNotes(Diagnostic &diagnostic) const override;

private:
  // Expressions.cpp
  Value evaluateName(const ast::Name &expr);
  Value evaluateConstant(const ast::Constant &expr);
  Value evaluateSequence(ast::ExprList elements, bool tuple);
  Value evaluateDict(const ast::Dict &expr);
  Value evaluateBoolOp(const ast::BoolOp &expr);
  Value evaluateCompare(const ast::Compare &expr);
  Value evaluateUnary(const ast::UnaryOp &expr);
  Value evaluateIfExp(const ast::IfExp &expr);
  Value evaluateFString(const ast::JoinedStr &expr);
  Value evaluateLambda(const ast::Lambda &expr);
  Value unsupported(llvm::StringRef what);
  void executeBody(const ast::FunctionDef &function);
  Value useOpaque(const Value &value);
  // Comprehensions.cpp
  bool comprehend(ast::ComprehensionList generators, llvm::function_ref<bool()> body);
  Value evaluateComprehension(const ast::Expr &expr);
  // Calls.cpp
  Value evaluateCall(const ast::Call &expr);
  bool collectArguments(const ast::Call &expr, CallArguments &arguments);
  Value callBuiltin(const BoundBuiltin &callee, CallArguments &arguments);
  bool bindParameters(const FunctionObject &function, CallArguments &arguments, Environment &env);
  Value callOutOfLine(const FunctionObject &function, std::shared_ptr<Environment> env);
  Value decayResult(const Value &value);
  // Statements.cpp
  Flow executeAssign(const ast::Assign &stmt);
  Flow executeAnnAssign(const ast::AnnAssign &stmt);
  Flow executeAugAssign(const ast::AugAssign &stmt);
  Flow executeReturn(const ast::Return &stmt);
  Flow executeAssert(const ast::Assert &stmt);
  Flow executeDelete(const ast::Delete &stmt);
  Flow executeImport(const ast::Stmt &stmt);
  Flow executeRaise(const ast::Raise &stmt);
  LazyScope *functionScope();
  void assign(const ast::Expr &target, const Value &value);
  void define(llvm::StringRef name, const Value &value, SourceRange where, bool isConstexpr = false);
  /// What assignment in a jit function makes of a value: numbers become run-time values.
  Value sanitize(const Value &value);
  Value sanitizeAlways(const Value &value);
  // ControlFlow.cpp
  Flow executeIf(const ast::If &stmt, Rest rest);
  Flow executeRuntimeIf(const ast::If &stmt, const Value &condition);
  /// The `if` with results in place of one without; the old one is erased.
  mlir::scf::IfOp replaceIf(mlir::scf::IfOp old, mlir::TypeRange results);
  Flow executeReturningIf(const ast::If &stmt, const Value &condition, Rest rest);
  // Loops.cpp
  Flow executeFor(const ast::For &stmt, Rest rest);
  Flow executeUnrolled(const ast::For &stmt, std::vector<Value> items, Rest rest);
  Flow executeRangeLoop(const ast::For &stmt, const RangeObject &range);
  Flow executeWhile(const ast::While &stmt, Rest rest);
  struct Carried;
  std::vector<Carried> carriedCandidates(ast::StmtList body, llvm::StringRef ignore);
  void bindCarried(std::vector<Carried> &carried, mlir::ValueRange values);
  void checkCarried(std::vector<Carried> &carried, llvm::SmallVectorImpl<mlir::Value> &yields, SourceRange loop);
  void leaveLoop(const Environment::Variables &before, std::vector<Carried> &carried, mlir::ValueRange results,
                 ast::StmtList body);
  Value toCondition(const Value &value);
  /// After an error in front of it: the names that a block would have assigned are poison.
  void poisonAssigned(ast::StmtList body);
  bool spend(uint64_t count = 1);

  /// The parsed parameter line of a builtin.
  struct BuiltinSignature {
    struct Param {
      std::string name;
      bool required = true;
      bool keywordOnly = false;
      bool varArgs = false;
      bool varKeywords = false;
      bool isConstexpr = false;
      Value defaultValue;
    };
    std::vector<Param> params;
  };
  const BuiltinSignature &signatureOf(const Builtin &builtin);

  bool emits;
  unsigned depth = 0;
  unsigned callDepth = 0;
  uint64_t steps = 0;
  bool stepsExceeded = false;
  std::map<const Builtin *, std::unique_ptr<BuiltinSignature>> signatures;
  mutable std::map<const SourceFile *, std::vector<uint32_t>> lineStarts;
  struct OutOfLine {
    mlir::Operation *function;
    Value resultLike;
  };
  std::map<std::string, OutOfLine> outOfLine;
};

} // namespace tritonc
