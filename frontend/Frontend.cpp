//===- Frontend.cpp - the phase's entry: a kernel as block IR --------------===//

#include "frontend/Frontend.h"
#include "frontend/eval/Autotune.h"
#include "frontend/eval/ConstexprData.h"
#include "frontend/eval/Evaluator.h"
#include "frontend/eval/KernelFinder.h"
#include "frontend/eval/Literal.h"
#include "frontend/eval/Signature.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"

using namespace tritonc;

/// Bytes that a parameter takes in the launch buffer.
static int parameterSize(const DType &type) {
  if (type.isTensorDesc())
    return 128; // a CUtensorMap
  return std::max(1, static_cast<int>(type.bitWidth() / 8));
}

static LazyScope &enclosingScope(Program &program, SourceModule &module, const ast::FunctionDef &kernel) {
  return kernel.enclosing ? program.bodyScope(module, *kernel.enclosing) : program.moduleScope(module);
}

/// The function with its arguments; binds the parameters in `env`.
static tt::FuncOp makeFunction(Evaluator &evaluator, const ast::FunctionDef &kernel,
                               llvm::ArrayRef<KernelParameter> parameters, Environment &env) {
  mlir::OpBuilder &builder = evaluator.builder;
  mlir::MLIRContext *context = builder.getContext();
  llvm::SmallVector<mlir::Type> types;
  for (const KernelParameter &parameter : parameters)
    if (parameter.type)
      types.push_back(parameter.type->toMLIR(context));
  mlir::Location location = evaluator.locationOf(kernel.range());
  auto function = tt::FuncOp::create(builder, location, kernel.name.text, builder.getFunctionType(types, {}));
  function->setAttr("sym_visibility", builder.getStringAttr("public"));
  function->setAttr("noinline", builder.getBoolAttr(false));
  mlir::Block *entry = function.addEntryBlock();
  unsigned index = 0;
  for (const KernelParameter &parameter : parameters) {
    llvm::StringRef name = parameter.param->name.text;
    Value value = parameter.value.value_or(Value());
    if (parameter.type) {
      mlir::BlockArgument argument = entry->getArgument(index);
      argument.setLoc(mlir::NameLoc::get(builder.getStringAttr(name), location));
      if (parameter.divisibility > 1)
        function.setArgAttr(index, "tt.divisibility", builder.getI32IntegerAttr(parameter.divisibility));
      value = Value::runtime(argument, *parameter.type);
      ++index;
    }
    env.variables[name] = {value, parameter.param->range(), false};
  }
  builder.setInsertionPointToEnd(entry);
  return function;
}

/// The IR's own rules, with what they find wrong turned into a diagnostic of ours: a gap in the semantic checks must
/// not surface as a crash further down.
static bool verifyModule(mlir::ModuleOp module, SourceRange where, DiagnosticEngine &diagnostics) {
  std::string text;
  mlir::ScopedDiagnosticHandler handler(module.getContext(), [&](mlir::Diagnostic &diagnostic) {
    if (text.empty())
      text = diagnostic.str();
    return mlir::success();
  });
  if (mlir::succeeded(mlir::verify(module)))
    return true;
  diagnostics.report(DiagId::frontend_invalid_ir, where, text);
  return false;
}

std::optional<FrontendResult> tritonc::compileKernel(SourceModule &module, const FrontendOptions &options,
                                                     mlir::MLIRContext &context, DiagnosticEngine &diagnostics) {
  unsigned errors = diagnostics.errors();
  const ast::FunctionDef *kernel = findKernel(module, options.kernel, diagnostics);
  if (!kernel)
    return std::nullopt;
  if (!context.getLoadedDialect<tt::TritonDialect>())
    loadDialects(context);
  Program program(module, options, context, diagnostics);
  LazyScope &scope = enclosingScope(program, module, *kernel);
  std::optional<std::vector<KernelParameter>> parameters = bindKernelParameters(program, *kernel, scope);
  if (!parameters)
    return std::nullopt;

  FrontendResult result;
  result.kernel = kernel->name.text.str();
  mlir::OpBuilder builder(&context);
  Evaluator evaluator(program, builder, diagnostics, /*emits=*/true);
  mlir::Location location = evaluator.locationOf(kernel->range());
  result.module = mlir::ModuleOp::create(location);
  evaluator.module = *result.module;
  builder.setInsertionPointToEnd(result.module->getBody());

  auto env = std::make_shared<Environment>();
  Value function = program.makeFunction(*kernel, scope, LazyScope::atEnd, nullptr);
  FunctionObject asKernel = *function.asFunction().function;
  asKernel.kind = FunctionObject::Kind::Jit; // also when a call made it one: `kernel = triton.jit(kernel)`
  env->scope = &scope;
  makeFunction(evaluator, *kernel, *parameters, *env);
  evaluator.runKernel(asKernel, env);
  tt::ReturnOp::create(builder, location);
  if (diagnostics.errors() != errors || !verifyModule(*result.module, kernel->name.range, diagnostics))
    return std::nullopt;

  for (const KernelParameter &parameter : *parameters) {
    std::string name = parameter.param->name.text.str();
    if (parameter.type)
      result.params.push_back(
          {name, parameter.type->signatureSpelling(), parameterSize(*parameter.type), parameter.divisibility});
    else
      result.constexprs.push_back({name, tomlText(*parameter.value)});
  }
  warnConstexprData(*kernel, *parameters, diagnostics);
  SearchEffects effects = findSearchEffects(program, *kernel, scope);
  result.isSearched = effects.searches;
  result.preserved = std::move(effects.preserved);
  result.dependencies = module.dependencies();
  return result;
}

std::optional<Autotune> tritonc::findAutotune(SourceModule &module, const FrontendOptions &options,
                                              DiagnosticEngine &diagnostics) {
  const ast::FunctionDef *kernel = findKernel(module, options.kernel, diagnostics);
  if (!kernel)
    return std::nullopt;
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  Program program(module, options, context, diagnostics);
  return evaluateAutotune(program, *kernel, enclosingScope(program, module, *kernel), options.variant);
}
