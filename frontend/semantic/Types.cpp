//===- Types.cpp - types as values, and attributes of values -----------------===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

static Value shapeTuple(llvm::ArrayRef<int64_t> shape) {
  std::vector<Value> sizes;
  for (int64_t size : shape)
    sizes.push_back(Value::integer(size));
  return Value::tuple(std::move(sizes));
}

/// Triton's name of a scalar type is its spelling in messages.
static std::optional<Value> scalarAttribute(const DType &type, llvm::StringRef name) {
  if (name == "name")
    return Value::string(type.str());
  if (name == "primitive_bitwidth")
    return Value::integer(type.bitWidth());
  if (name == "itemsize")
    return Value::integer(type.bitWidth() / 8);
  if (name == "int_bitwidth" && type.isInteger())
    return Value::integer(type.bitWidth());
  // The numbers of dtype.SIGNEDNESS.
  if (name == "int_signedness" && type.isInteger())
    return Value::integer(type.isSigned() ? 0 : 1);
  if (name == "fp_mantissa_width" && type.isFloating())
    return Value::integer(type.mantissaBits());
  if (name == "exponent_bias" && type.isFloating())
    return Value::integer(type.exponentBias());
  return std::nullopt;
}

std::optional<Value> tritonc::typeAttribute(CallContext &, const DType &type, llvm::StringRef name) {
  if (name == "scalar")
    return Value::type(type.scalar());
  if (type.isBlock()) {
    if (name == "element_ty" || name == "dtype")
      return Value::type(type.scalar());
    if (name == "shape")
      return shapeTuple(type.shape());
    if (name == "numel")
      return Value::integer(type.numElements());
    if (name == "nbytes")
      return Value::integer(type.numElements() * (type.bitWidth() / 8));
    return name == "name" ? std::optional<Value>(Value::string(type.str())) : std::nullopt;
  }
  if (type.isTensorDesc()) {
    if (name == "block_type")
      return Value::type(type.element());
    return std::nullopt;
  }
  if (type.isPointer() || type.isBlockPointer()) {
    if (name == "element_ty")
      return Value::type(type.element());
    if (name == "address_space")
      return Value::integer(1);
    if (name == "const")
      return Value::boolean(type.isConstPointer());
    if (name == "primitive_bitwidth")
      return Value::integer(64);
    return name == "name" ? std::optional<Value>(Value::string(type.str())) : std::nullopt;
  }
  return scalarAttribute(type, name);
}

static std::optional<Value> descriptorAttribute(const Value &descriptor, llvm::StringRef name) {
  DType block = descriptor.runtimeType().element();
  if (name == "dtype")
    return Value::type(block.scalar());
  if (name == "block_shape")
    return shapeTuple(block.shape());
  if (name == "block_type")
    return Value::type(block);
  if (name == "type")
    return Value::type(descriptor.runtimeType());
  const auto &fields = descriptor.asRuntime().fields;
  if (name == "shape" && fields && !fields->empty())
    return (*fields)[0];
  if (name == "strides" && fields && fields->size() > 1)
    return (*fields)[1];
  return std::nullopt;
}

std::optional<Value> tritonc::valueAttribute(CallContext &context, const Value &value, llvm::StringRef name) {
  const DType &type = value.runtimeType();
  if (type.isTensorDesc())
    return descriptorAttribute(value, name);
  if (name == "dtype")
    return Value::type(type.scalar());
  if (name == "type")
    return Value::type(type);
  if (name == "shape")
    return shapeTuple(type.shape());
  if (name == "numel")
    return Value::integer(type.numElements());
  if (name == "T") {
    Value arguments[2] = {value, Value::tuple({})};
    SourceRange ranges[2] = {context.range, context.range};
    bool given[2] = {true, false};
    return builtin::trans(context, Arguments(arguments, ranges, given));
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Methods of types
//===----------------------------------------------------------------------===//

template <typename Predicate> static Value ask(const Arguments &args, Predicate predicate) {
  return Value::boolean(predicate(args[0].asType()));
}
static Value isKind(const Arguments &args, ScalarKind kind) {
  return ask(args, [&](const DType &type) { return type == DType(kind); });
}

#define TYPE_QUESTION(NAME, EXPRESSION)                                                                                \
  Value builtin::NAME(CallContext &, const Arguments &args) {                                                          \
    return ask(args, [](const DType &type) { return EXPRESSION; });                                                    \
  }
#define TYPE_KIND(NAME, KIND)                                                                                          \
  Value builtin::NAME(CallContext &, const Arguments &args) { return isKind(args, ScalarKind::KIND); }

// A block or pointer type is no scalar type, whatever its elements are.
TYPE_QUESTION(is_floating, type.isScalarNumber() && type.isFloating())
TYPE_QUESTION(is_standard_floating, type.isScalarNumber() && type.isStandardFloating())
TYPE_QUESTION(is_fp8, type.isScalarNumber() && type.isFP8())
TYPE_QUESTION(is_int, type.isScalarNumber() && type.isInteger())
TYPE_QUESTION(is_int_signed, type.isScalarNumber() && type.isInteger() && type.isSigned())
TYPE_QUESTION(is_int_unsigned, type.isScalarNumber() && type.isInteger() && !type.isSigned())
TYPE_QUESTION(is_bool, type.isScalarNumber() && type.isBool())
/// The numbers of dtype.KIND, which order types in promotions.
Value builtin::kind(CallContext &context, const Arguments &args) {
  const DType type = args[0].asType();
  if (!type.isScalarNumber())
    return context.error(DiagId::sem_bad_argument, "self", "the type of a number", type.str());
  return Value::integer(int64_t(type.isBool() ? 0 : type.isInteger() ? 1 : 2));
}
TYPE_QUESTION(is_ptr, type.isPointer() || type.isBlockPointer())
TYPE_QUESTION(is_block, type.isBlock())
TYPE_QUESTION(is_const, (type.isPointer() || type.isBlockPointer()) && type.isConstPointer())
TYPE_KIND(is_fp8e4nv, FP8E4NV)
TYPE_KIND(is_fp8e4b8, FP8E4B8)
TYPE_KIND(is_fp8e4b15, FP8E4B15)
TYPE_KIND(is_fp8e5, FP8E5)
TYPE_KIND(is_fp8e5b16, FP8E5B16)
TYPE_KIND(is_fp16, FP16)
TYPE_KIND(is_bf16, BF16)
TYPE_KIND(is_fp32, FP32)
TYPE_KIND(is_fp64, FP64)
TYPE_KIND(is_int1, Int1)
TYPE_KIND(is_int8, Int8)
TYPE_KIND(is_int16, Int16)
TYPE_KIND(is_int32, Int32)
TYPE_KIND(is_int64, Int64)
TYPE_KIND(is_uint8, UInt8)
TYPE_KIND(is_uint16, UInt16)
TYPE_KIND(is_uint32, UInt32)
TYPE_KIND(is_uint64, UInt64)

Value builtin::get_int_max_value(CallContext &context, const Arguments &args) {
  const DType &type = args[0].asType();
  if (!type.isInteger())
    return context.error(DiagId::sem_integer_expected, "get_int_max_value", type.str());
  unsigned width = type.bitWidth();
  return Value::integer(intFromAPInt(
      type.isSigned() ? llvm::APInt::getSignedMaxValue(width) : llvm::APInt::getMaxValue(width), type.isSigned()));
}

Value builtin::get_int_min_value(CallContext &context, const Arguments &args) {
  const DType &type = args[0].asType();
  if (!type.isInteger())
    return context.error(DiagId::sem_integer_expected, "get_int_min_value", type.str());
  if (!type.isSigned())
    return Value::integer(int64_t(0));
  return Value::integer(intFromAPInt(llvm::APInt::getSignedMinValue(type.bitWidth()), true));
}

Value builtin::with_element_ty(CallContext &context, const Arguments &args) {
  std::optional<DType> element = typeArgument(context, args, 1, "element_ty");
  return element ? Value::type(args[0].asType().withScalar(*element)) : Value::poison();
}
Value builtin::get_block_shapes(CallContext &, const Arguments &args) { return shapeTuple(args[0].asType().shape()); }

//===----------------------------------------------------------------------===//
// Making types
//===----------------------------------------------------------------------===//

Value builtin::dtype(CallContext &context, const Arguments &args) {
  if (args[0].isType())
    return args[0];
  if (args[0].isString())
    for (auto &&found : {DType::parseSignature(args[0].asString()), DType::byLanguageName(args[0].asString())})
      if (found)
        return Value::type(*found);
  return badArgument(context, args, 0, "name", "the name of a type such as 'fp32'");
}

Value builtin::pointer_type(CallContext &context, const Arguments &args) {
  std::optional<DType> element = typeArgument(context, args, 0, "element_ty");
  std::optional<bool> isConst = boolArgument(context, args, 2, "const");
  return element && isConst ? Value::type(DType::pointer(*element, *isConst)) : Value::poison();
}

Value builtin::block_type(CallContext &context, const Arguments &args) {
  std::optional<DType> element = typeArgument(context, args, 0, "element_ty");
  std::optional<llvm::SmallVector<int64_t>> shape = shapeArgument(context, args[1]);
  if (!element || !shape || !checkBlockShape(context, *shape))
    return Value::poison();
  return Value::type(DType::block(*element, *shape));
}

Value builtin::get_int_dtype(CallContext &context, const Arguments &args) {
  std::optional<int64_t> width = intArgument(context, args, 0, "bitwidth");
  std::optional<bool> isSigned = boolArgument(context, args, 1, "signed");
  if (!width || !isSigned)
    return Value::poison();
  if (*width != 1 && *width != 8 && *width != 16 && *width != 32 && *width != 64)
    return badArgument(context, args, 0, "bitwidth", "1, 8, 16, 32 or 64");
  return Value::type(*width == 1 ? DType(ScalarKind::Int1) : DType::intOfWidth(unsigned(*width), *isSigned));
}

/// The exponent of the greatest power of two that is not above a positive integer.
Value builtin::log2_of(CallContext &context, const Arguments &args) {
  std::optional<int64_t> number = intArgument(context, args, 0, "i");
  if (!number)
    return Value::poison();
  return Value::integer(*number > 1 ? int64_t(llvm::Log2_64(*number)) : 0);
}

Value builtin::is_power_of_two(CallContext &context, const Arguments &args) {
  std::optional<int64_t> number = intArgument(context, args, 0, "i");
  return number ? Value::boolean(*number > 0 && llvm::isPowerOf2_64(*number)) : Value::poison();
}

//===----------------------------------------------------------------------===//
// The target, for code that asks
//===----------------------------------------------------------------------===//

namespace {
/// Canonical target names: sm_90a, gfx942, cpu.
struct TargetName {
  llvm::StringRef name;
  bool isCuda() const { return name.starts_with("sm_"); }
  bool isHip() const { return name.starts_with("gfx"); }
  int capability() const {
    int number = 0;
    name.drop_front(3).take_while(llvm::isDigit).getAsInteger(10, number);
    return isCuda() ? number : 0;
  }
};
} // namespace

Value builtin::target_is_cuda(CallContext &context, const Arguments &) {
  return Value::boolean(TargetName{context.options.target}.isCuda());
}
Value builtin::target_is_hip(CallContext &context, const Arguments &) {
  return Value::boolean(TargetName{context.options.target}.isHip());
}
Value builtin::target_is_hip_cdna3(CallContext &context, const Arguments &) {
  return Value::boolean(context.options.target == "gfx942");
}
Value builtin::target_is_hip_cdna4(CallContext &context, const Arguments &) {
  return Value::boolean(context.options.target == "gfx950");
}
Value builtin::target_capability_geq(CallContext &context, const Arguments &args) {
  std::optional<int64_t> major = intArgument(context, args, 0, "major"), minor = intArgument(context, args, 1, "minor");
  if (!major || !minor)
    return Value::poison();
  TargetName target{context.options.target};
  return Value::boolean(target.isCuda() && target.capability() >= *major * 10 + *minor);
}
Value builtin::current_target(CallContext &context, const Arguments &) {
  TargetName target{context.options.target};
  Value arch = target.isCuda() ? Value::integer(target.capability()) : Value::string(context.options.target);
  bool wide = target.name.starts_with("gfx9");
  return Value::instance("GPUTarget", {{"backend", Value::string(target.isCuda()  ? "cuda"
                                                                 : target.isHip() ? "hip"
                                                                                  : "cpu")},
                                       {"arch", arch},
                                       {"warp_size", Value::integer(wide ? 64 : 32)}});
}
