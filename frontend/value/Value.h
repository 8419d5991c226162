//===- Value.h - what an expression of a kernel can be ---------------------===//
//
// Three evaluators meet in a kernel body: compile-time values, scalars and blocks. A Value is any of them. Everything
// but `Runtime` is a compile-time value, and being one is all that "constexpr" means here: `tl.constexpr(x)` is x.
//
// A Value is cheap to copy (a variant of small things and shared pointers) and immutable, but for lists, dicts and
// instances, which have identity as in Python.
//
// `poison` stands for the result of an expression whose error was already reported: whoever meets it gives poison
// and stays silent.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/diagnostics/Diagnostics.h"
#include "frontend/value/DType.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DynamicAPInt.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace tritonc {

class Value;
struct Builtin;
/// A function or lambda with its scope: jit function, plain Python function, constexpr function. See eval/Function.h.
struct FunctionObject;
/// A module: of triton's library, of the standard library, or a user's file. See eval/Module.h.
struct ModuleObject;

using Int = llvm::DynamicAPInt;

/// The numbers in an mlir::Value with the type that MLIR does not carry. For a tensor descriptor, `fields` holds its
/// shape and strides (two tuples), which the source can ask for.
struct RuntimeValue {
  mlir::Value ir;
  DType type;
  std::shared_ptr<const std::vector<Value>> fields;
};

struct TupleObject {
  std::vector<Value> elements;
  std::vector<std::string> names; ///< of a named tuple, else empty
};
struct ListObject {
  std::vector<Value> elements;
};
struct DictObject {
  std::vector<std::pair<Value, Value>> items; ///< in insertion order
};
struct SliceObject;
/// `range(...)`, `tl.range(...)` or `tl.static_range(...)`; the operands may be run-time values.
struct RangeObject;
/// An object of a library class with attributes: `triton.Config(...)`, or what `@triton.autotune(...)` gives.
struct InstanceObject {
  std::string className;
  std::map<std::string, Value> attributes;
};
/// A name that exists but cannot be evaluated (`torch.float16`, a class, an import that was not found). Using it in a
/// kernel is the error; the object says what it is and where it came from.
struct OpaqueObject {
  std::string description;
  SourceRange origin;
  std::string reason;
};
/// A function of the library; with `self`, a method bound to a value.
struct BoundBuiltin {
  const Builtin *builtin;
  std::shared_ptr<const Value> self;
};
/// A user's or library function bound to its first argument (`x.sum` for a library function written in Triton).
struct BoundFunction {
  std::shared_ptr<const FunctionObject> function;
  std::shared_ptr<const Value> self;
};

class Value {
public:
  enum class Kind : uint8_t {
    None,
    Poison,
    Ellipsis,
    Bool,
    Int,
    Float,
    String,
    Tuple,
    List,
    Dict,
    Slice,
    Range,
    Type, ///< a DType used as a value: `tl.float32`, `x.dtype`
    Function,
    Builtin,
    Module,
    Instance,
    Opaque,
    Runtime,
  };

  Value() : kindTag(Kind::None) {}
  static Value none() { return Value(); }
  static Value poison() { return make(Kind::Poison, std::monostate()); }
  static Value ellipsis() { return make(Kind::Ellipsis, std::monostate()); }
  static Value boolean(bool value) { return make(Kind::Bool, value); }
  static Value integer(int64_t value) { return make(Kind::Int, Int(value)); }
  static Value integer(Int value) { return make(Kind::Int, std::move(value)); }
  static Value real(double value) { return make(Kind::Float, value); }
  static Value string(std::string text) {
    return make(Kind::String, std::make_shared<const std::string>(std::move(text)));
  }
  static Value tuple(std::vector<Value> elements, std::vector<std::string> names = {});
  static Value list(std::vector<Value> elements);
  static Value dict(std::vector<std::pair<Value, Value>> items);
  static Value slice(Value lower, Value upper, Value step);
  static Value range(RangeObject range);
  static Value type(DType type) { return make(Kind::Type, std::move(type)); }
  static Value function(std::shared_ptr<const FunctionObject> function, const Value *self = nullptr);
  static Value builtin(const Builtin *builtin, const Value *self = nullptr);
  static Value module(std::shared_ptr<const ModuleObject> module) { return make(Kind::Module, std::move(module)); }
  static Value instance(std::string className, std::map<std::string, Value> attributes = {});
  static Value opaque(std::string description, SourceRange origin = {}, std::string reason = {});
  static Value runtime(mlir::Value ir, DType type) {
    return make(Kind::Runtime, RuntimeValue{ir, std::move(type), nullptr});
  }
  static Value descriptor(mlir::Value ir, DType type, std::vector<Value> shape, std::vector<Value> strides);

  Kind kind() const { return kindTag; }
  bool isNone() const { return kindTag == Kind::None; }
  bool isPoison() const { return kindTag == Kind::Poison; }
  bool isEllipsis() const { return kindTag == Kind::Ellipsis; }
  bool isBool() const { return kindTag == Kind::Bool; }
  bool isInt() const { return kindTag == Kind::Int; }
  bool isFloat() const { return kindTag == Kind::Float; }
  /// A compile-time bool, int or float: what mixes with run-time numbers.
  bool isNumber() const { return isBool() || isInt() || isFloat(); }
  bool isString() const { return kindTag == Kind::String; }
  bool isTuple() const { return kindTag == Kind::Tuple; }
  bool isList() const { return kindTag == Kind::List; }
  bool isSequence() const { return isTuple() || isList(); }
  bool isDict() const { return kindTag == Kind::Dict; }
  bool isSlice() const { return kindTag == Kind::Slice; }
  bool isRange() const { return kindTag == Kind::Range; }
  bool isType() const { return kindTag == Kind::Type; }
  bool isFunction() const { return kindTag == Kind::Function; }
  bool isBuiltin() const { return kindTag == Kind::Builtin; }
  bool isCallable() const { return isFunction() || isBuiltin(); }
  bool isModule() const { return kindTag == Kind::Module; }
  bool isInstance() const { return kindTag == Kind::Instance; }
  bool isOpaque() const { return kindTag == Kind::Opaque; }
  bool isRuntime() const { return kindTag == Kind::Runtime; }
  bool isRuntimeScalar() const { return isRuntime() && !runtimeType().isBlock(); }
  bool isBlock() const { return isRuntime() && runtimeType().isBlock(); }
  /// True when no run-time value is in it, tuples and lists included.
  bool isCompileTime() const;

  bool asBool() const { return std::get<bool>(payload); }
  const Int &asInt() const { return std::get<Int>(payload); }
  double asFloat() const { return std::get<double>(payload); }
  llvm::StringRef asString() const { return *std::get<std::shared_ptr<const std::string>>(payload); }
  const DType &asType() const { return std::get<DType>(payload); }
  const RuntimeValue &asRuntime() const { return std::get<RuntimeValue>(payload); }
  const SliceObject &asSlice() const { return *std::get<std::shared_ptr<const SliceObject>>(payload); }
  const RangeObject &asRange() const { return *std::get<std::shared_ptr<const RangeObject>>(payload); }
  const TupleObject &asTuple() const { return *std::get<std::shared_ptr<const TupleObject>>(payload); }
  ListObject &asList() const { return *std::get<std::shared_ptr<ListObject>>(payload); }
  DictObject &asDict() const { return *std::get<std::shared_ptr<DictObject>>(payload); }
  InstanceObject &asInstance() const { return *std::get<std::shared_ptr<InstanceObject>>(payload); }
  const OpaqueObject &asOpaque() const { return *std::get<std::shared_ptr<const OpaqueObject>>(payload); }
  const BoundBuiltin &asBuiltin() const { return std::get<BoundBuiltin>(payload); }
  const BoundFunction &asFunction() const { return std::get<BoundFunction>(payload); }
  const std::shared_ptr<const ModuleObject> &asModule() const {
    return std::get<std::shared_ptr<const ModuleObject>>(payload);
  }
  /// The elements of a tuple or list.
  llvm::ArrayRef<Value> elements() const;

  /// Of a run-time value.
  mlir::Value ir() const { return asRuntime().ir; }
  const DType &runtimeType() const { return asRuntime().type; }

  /// An integer that fits 64 bits (bool counts as 0 or 1, as in Python); none for anything else.
  std::optional<int64_t> toInt64() const;
  /// Bool, int or float as a double.
  std::optional<double> toDouble() const;
  /// A tuple or list of integers that fit 64 bits; a single integer counts as one element.
  std::optional<llvm::SmallVector<int64_t>> toInt64List() const;

  /// Python's repr: `1024`, `1e-05`, `'leaky_relu'`, `(1, 2)`, `fp32`; of run-time values their type.
  std::string repr() const;
  /// Python's str: as repr, but strings bare.
  std::string str() const;
  /// What it is, for messages: `int`, `str`, `tuple`, `a block fp32[128]`, `a run-time int32`, `function 'f'`.
  std::string describe() const;
  /// Python's equality of compile-time values; run-time parts compare by identity.
  bool equals(const Value &other) const;

private:
  template <typename T> static Value make(Kind kind, T &&payload) {
    Value value;
    value.kindTag = kind;
    value.payload = std::forward<T>(payload);
    return value;
  }

  Kind kindTag;
  std::variant<std::monostate, bool, Int, double, DType, RuntimeValue, BoundBuiltin, BoundFunction,
               std::shared_ptr<const std::string>, std::shared_ptr<const TupleObject>, std::shared_ptr<ListObject>,
               std::shared_ptr<DictObject>, std::shared_ptr<const SliceObject>, std::shared_ptr<const RangeObject>,
               std::shared_ptr<const ModuleObject>, std::shared_ptr<InstanceObject>,
               std::shared_ptr<const OpaqueObject>>
      payload;
};

struct SliceObject {
  Value lower, upper, step;
  bool isFull() const { return lower.isNone() && upper.isNone() && step.isNone(); }
};

struct RangeObject {
  enum class Flavor : uint8_t { Python, Dynamic /*tl.range*/, Static /*tl.static_range*/ };
  Flavor flavor = Flavor::Python;
  Value start, stop, step;
  // Options of tl.range; None where not given.
  Value numStages, loopUnrollFactor;
  bool disallowAccMultiBuffer = false, flatten = false, warpSpecialize = false, disableLicm = false;
};

/// The value that `call` and similar carry for `name=value`.
struct NamedValue {
  std::string name;
  Value value;
};

/// The integer as an APInt of `width` bits, two's complement; none when it does not fit as signed or unsigned.
std::optional<llvm::APInt> toAPInt(const Int &value, unsigned width);
Int intFromAPInt(const llvm::APInt &value, bool isSigned);
std::string intToString(const Int &value);
std::optional<Int> intFromString(llvm::StringRef digits, unsigned radix = 10);
/// Python's repr of a float: shortest form that reads back the same.
std::string floatRepr(double value);

} // namespace tritonc
