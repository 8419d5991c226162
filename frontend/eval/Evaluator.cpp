//===- Evaluator.cpp - locations, notes, and values as lists of IR values --===//

#include "frontend/eval/Evaluator.h"

using namespace tritonc;

Evaluator::Evaluator(Program &program, mlir::OpBuilder &builder, DiagnosticEngine &diagnostics, bool emits)
    : CallContext(builder, diagnostics, program.options), program(program), emits(emits) {}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

mlir::Location Evaluator::locationOf(SourceRange where) const {
  mlir::MLIRContext *context = builder.getContext();
  if (!where.valid())
    return mlir::UnknownLoc::get(context);
  std::vector<uint32_t> &starts = lineStarts[where.file];
  if (starts.empty()) {
    starts.push_back(0);
    llvm::StringRef text = where.file->text;
    for (size_t at = text.find('\n'); at != llvm::StringRef::npos; at = text.find('\n', at + 1))
      starts.push_back(static_cast<uint32_t>(at) + 1);
  }
  auto line = std::upper_bound(starts.begin(), starts.end(), where.begin) - 1;
  return mlir::FileLineColLoc::get(context, where.file->path, line - starts.begin() + 1, where.begin - *line + 1);
}

mlir::Location Evaluator::currentLoc() const {
  mlir::Location location = locationOf(range);
  if (!current)
    return location;
  if (!current->assignee.empty())
    location = mlir::NameLoc::get(builder.getStringAttr(current->assignee), location);
  if (current->callLoc)
    location = mlir::CallSiteLoc::get(location, *current->callLoc);
  return location;
}

void Evaluator::addCallNotes(Diagnostic &diagnostic) const {
  unsigned shown = 0;
  for (Activation *activation = current; activation && activation->callSite.valid(); activation = activation->caller) {
    if (++shown > 8)
      break;
    std::string name = activation->function ? activation->function->name : "function";
    diagnostic.note(activation->callSite, "in the call of '" + name + "' here");
  }
}

SourceRange Evaluator::definition(const Value &value) const {
  if (!current || !value.isRuntime())
    return {};
  for (const auto &variable : llvm::reverse(current->env->variables))
    if (variable.second.value.isRuntime() && variable.second.value.ir() == value.ir())
      return variable.second.where;
  return {};
}

//===----------------------------------------------------------------------===//
// Structure of values
//===----------------------------------------------------------------------===//

void Evaluator::flatten(const Value &value, llvm::SmallVectorImpl<mlir::Value> &results) {
  if (value.isRuntime()) {
    results.push_back(value.ir());
    if (value.asRuntime().fields)
      for (const Value &field : *value.asRuntime().fields)
        flatten(field, results);
  } else if (value.isSequence()) {
    for (const Value &element : value.elements())
      flatten(element, results);
  }
}

Value Evaluator::unflatten(const Value &like, llvm::ArrayRef<mlir::Value> &values) {
  if (like.isRuntime()) {
    mlir::Value ir = values.front();
    values = values.drop_front();
    if (!like.asRuntime().fields)
      return Value::runtime(ir, like.runtimeType());
    std::vector<Value> shape(unflatten((*like.asRuntime().fields)[0], values).elements());
    std::vector<Value> strides(unflatten((*like.asRuntime().fields)[1], values).elements());
    return Value::descriptor(ir, like.runtimeType(), std::move(shape), std::move(strides));
  }
  if (like.isSequence()) {
    std::vector<Value> elements;
    for (const Value &element : like.elements())
      elements.push_back(unflatten(element, values));
    return like.isTuple() ? Value::tuple(std::move(elements), like.asTuple().names) : Value::list(std::move(elements));
  }
  return like;
}

bool Evaluator::sameType(const Value &a, const Value &b) {
  if (a.isRuntime() && b.isRuntime()) {
    // A read-only mark does not make another type: pointers of both kinds have one IR type.
    if (a.runtimeType() != b.runtimeType())
      return a.runtimeType().isPointerLike() && b.runtimeType().isPointerLike() && a.ir().getType() == b.ir().getType();
    return a.ir().getType() == b.ir().getType();
  }
  if (a.isSequence() && b.isSequence()) {
    llvm::ArrayRef<Value> x = a.elements(), y = b.elements();
    return x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin(), sameType);
  }
  return a.kind() == b.kind() && a.equals(b);
}

std::string Evaluator::typeText(const Value &value) {
  if (value.isRuntime())
    return value.runtimeType().str();
  if (value.isSequence()) {
    std::string text = "(";
    for (const Value &element : value.elements())
      text += (text.size() > 1 ? ", " : "") + typeText(element);
    return text + ")";
  }
  if (value.isNumber() || value.isString() || value.isType())
    return "constexpr " + value.repr();
  return value.describe();
}
