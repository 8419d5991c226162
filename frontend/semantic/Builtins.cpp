//===- Builtins.cpp - finding functions of triton.language by name ------------===//
#include "frontend/semantic/Builtins.h"
#include "frontend/semantic/Emission.h"
#include "frontend/semantic/Libdevice.h"

using namespace tritonc;

namespace {
enum class LibdeviceFunction {
#define LIBDEVICE(NAME, PARAMETERS, OVERLOADS) NAME,
#include "frontend/semantic/Libdevice.def"
#undef LIBDEVICE
};

constexpr const char *libdeviceNames[] = {
#define LIBDEVICE(NAME, PARAMETERS, OVERLOADS) #NAME,
#include "frontend/semantic/Libdevice.def"
#undef LIBDEVICE
};
constexpr const char *libdeviceOverloads[] = {
#define LIBDEVICE(NAME, PARAMETERS, OVERLOADS) OVERLOADS,
#include "frontend/semantic/Libdevice.def"
#undef LIBDEVICE
};

/// A builtin is a plain function pointer, so each library function needs a function of its own.
template <LibdeviceFunction function> Value libdevice(CallContext &context, const Arguments &args) {
  return callLibdevice(context, libdeviceNames[unsigned(function)], libdeviceOverloads[unsigned(function)], args);
}

const Builtin libraryTable[] = {
#define BUILTIN(NAME, SPELLING, PARAMETERS, FLAGS) {SPELLING, PARAMETERS, builtin::NAME, FLAGS},
#include "frontend/semantic/BuiltinTable.def"
#undef BUILTIN
};

const Builtin libdeviceTable[] = {
#define LIBDEVICE(NAME, PARAMETERS, OVERLOADS) {#NAME, PARAMETERS, libdevice<LibdeviceFunction::NAME>, Builtin::Plain},
#include "frontend/semantic/Libdevice.def"
#undef LIBDEVICE
};

const Builtin *findIn(llvm::ArrayRef<Builtin> table, llvm::StringRef name) {
  for (const Builtin &builtin : table)
    if (name == builtin.name)
      return &builtin;
  return nullptr;
}

/// Modules of triton.language, relative to it. `libdevice` is where older Triton had what is now extra.libdevice.
constexpr llvm::StringLiteral modules[] = {
    "core",
    "math",
    "standard",
    "random",
    "semantic",
    "extra",
    "extra.cuda",
    "extra.cuda.libdevice",
    "extra.hip",
    "extra.hip.libdevice",
    "extra.libdevice",
    "libdevice",
    "target_info",
    "extra.cuda.utils",
    "extra.cuda.gdc",
};

std::string qualified(llvm::StringRef prefix, llvm::StringRef name) { return (prefix + name).str(); }
} // namespace

bool tritonc::isLibraryModule(llvm::StringRef path) { return llvm::is_contained(modules, path); }

const Builtin *tritonc::lookupBuiltin(llvm::StringRef name) {
  for (llvm::StringRef root : {"triton.language.", "tl."})
    if (name.consume_front(root))
      break;
  if (name.starts_with("builtins."))
    return findIn(libraryTable, name);
  auto [module, function] = name.rsplit('.');
  if (function.empty())
    std::swap(module, function);
  if (!module.empty() && !isLibraryModule(module))
    return nullptr;
  if (module.ends_with("libdevice"))
    return findIn(libdeviceTable, function);
  if (const Builtin *builtin = findIn(libraryTable, function))
    return builtin;
  return module == "math" ? findIn(libdeviceTable, function) : nullptr;
}

const Builtin *tritonc::lookupMethod(const Value &object, llvm::StringRef name) {
  if (object.isType())
    return findIn(libraryTable, qualified("type.", name));
  if (!object.isRuntime())
    return nullptr;
  if (object.runtimeType().isTensorDesc())
    return findIn(libraryTable, qualified("desc.", name));
  const Builtin *builtin = findIn(libraryTable, name);
  return builtin && (builtin->flags & Builtin::Method) ? builtin : nullptr;
}

std::optional<Value> tritonc::lookupConstant(llvm::StringRef name) {
  for (llvm::StringRef root : {"triton.language.", "tl.", "core."})
    name.consume_front(root);
  if (std::optional<DType> type = DType::byLanguageName(name))
    return Value::type(*type);
  if (name == "pi32_t")
    return Value::type(DType::pointer(ScalarKind::Int32));
  if (name == "TRITON_MAX_TENSOR_NUMEL")
    return Value::integer(maxBlockElements);
  // The numbers are those of the tt.clampf attribute.
  if (name == "PropagateNan")
    return Value::instance("PropagateNan", {{"NONE", Value::integer(0)}, {"ALL", Value::integer(0xffff)}});
  return std::nullopt;
}

std::vector<std::string> tritonc::builtinNames() {
  std::vector<std::string> names;
  for (const Builtin &builtin : libraryTable)
    if (llvm::StringRef name(builtin.name); !name.contains('.') && !name.starts_with("_") && name != "to")
      names.push_back(name.str());
  return names;
}

std::vector<std::string> tritonc::methodNames(const Value &object) {
  std::vector<std::string> names;
  llvm::StringRef prefix = object.isType()                                             ? "type."
                           : object.isRuntime() && object.runtimeType().isTensorDesc() ? "desc."
                                                                                       : "";
  for (const Builtin &builtin : libraryTable) {
    llvm::StringRef name(builtin.name);
    if (prefix.empty() ? (builtin.flags & Builtin::Method) != 0 : name.consume_front(prefix))
      names.push_back(name.str());
  }
  return names;
}
