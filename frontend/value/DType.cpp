//===- DType.cpp - spellings and MLIR counterparts of types ----------------===//
//
// One table holds every fact about the scalar types.
//
//===----------------------------------------------------------------------===//

#include "frontend/value/DType.h"
#include "mlir/IR/BuiltinTypes.h"
#include "passes/ir/Dialects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tritonc;

namespace {

enum class Family : uint8_t { None, Signed, Unsigned, FP8, Float };

struct ScalarFacts {
  const char *name;      ///< in messages and in Triton's own printing
  const char *signature; ///< in signatures
  const char *language;  ///< in triton.language
  Family family;
  uint8_t width;
  uint8_t mantissa;
  int16_t bias;
};

// In the order of ScalarKind. Mantissa widths and biases are those of the formats' definitions (OCP OFP8; FNUZ: AMD
// CDNA3).
constexpr ScalarFacts facts[] = {
    {"void", "void", "void", Family::None, 0, 0, 0},
    {"int1", "i1", "int1", Family::Unsigned, 1, 0, 0},
    {"int8", "i8", "int8", Family::Signed, 8, 0, 0},
    {"uint8", "u8", "uint8", Family::Unsigned, 8, 0, 0},
    {"int16", "i16", "int16", Family::Signed, 16, 0, 0},
    {"uint16", "u16", "uint16", Family::Unsigned, 16, 0, 0},
    {"int32", "i32", "int32", Family::Signed, 32, 0, 0},
    {"uint32", "u32", "uint32", Family::Unsigned, 32, 0, 0},
    {"int64", "i64", "int64", Family::Signed, 64, 0, 0},
    {"uint64", "u64", "uint64", Family::Unsigned, 64, 0, 0},
    {"fp8e4nv", "fp8e4nv", "float8e4nv", Family::FP8, 8, 3, 7},
    {"fp8e5", "fp8e5", "float8e5", Family::FP8, 8, 2, 15},
    {"fp8e4b8", "fp8e4b8", "float8e4b8", Family::FP8, 8, 3, 8},
    {"fp8e5b16", "fp8e5b16", "float8e5b16", Family::FP8, 8, 2, 16},
    {"fp8e4b15", "fp8e4b15", "float8e4b15", Family::FP8, 8, 3, 15},
    {"fp16", "fp16", "float16", Family::Float, 16, 10, 15},
    {"bf16", "bf16", "bfloat16", Family::Float, 16, 7, 127},
    {"fp32", "fp32", "float32", Family::Float, 32, 23, 127},
    {"fp64", "fp64", "float64", Family::Float, 64, 52, 1023},
};

const ScalarFacts &factsOf(ScalarKind kind) { return facts[static_cast<unsigned>(kind)]; }

std::string joinShape(llvm::ArrayRef<int64_t> shape, const char *separator) {
  std::string text;
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? separator : "") + std::to_string(shape[i]);
  return text;
}

} // namespace

DType DType::pointer(DType element, bool isConst) {
  DType type;
  type.compound = std::make_shared<const Compound>(Compound{Form::Pointer, isConst, std::move(element), {}});
  return type;
}

DType DType::block(DType scalar, llvm::ArrayRef<int64_t> shape) {
  if (shape.empty())
    return scalar;
  DType type;
  type.compound = std::make_shared<const Compound>(Compound{Form::Block, false, std::move(scalar), shape.vec()});
  return type;
}

DType DType::tensorDesc(DType blockType) {
  DType type;
  type.compound = std::make_shared<const Compound>(Compound{Form::TensorDesc, false, std::move(blockType), {}});
  return type;
}

DType DType::intOfWidth(unsigned width, bool isSigned) {
  switch (width) {
  case 1:
    return ScalarKind::Int1;
  case 8:
    return isSigned ? ScalarKind::Int8 : ScalarKind::UInt8;
  case 16:
    return isSigned ? ScalarKind::Int16 : ScalarKind::UInt16;
  case 32:
    return isSigned ? ScalarKind::Int32 : ScalarKind::UInt32;
  case 64:
    return isSigned ? ScalarKind::Int64 : ScalarKind::UInt64;
  default:
    return ScalarKind::Void;
  }
}

int64_t DType::numElements() const {
  int64_t count = 1;
  for (int64_t size : shape())
    count *= size;
  return count;
}

ScalarKind DType::scalarKind() const {
  if (!compound)
    return kind;
  return compound->form == Form::Block ? compound->element.scalarKind() : ScalarKind::Void;
}

bool DType::isFloating() const { return isStandardFloating() || isFP8(); }
bool DType::isStandardFloating() const { return factsOf(scalarKind()).family == Family::Float; }
bool DType::isFP8() const { return factsOf(scalarKind()).family == Family::FP8; }
bool DType::isInteger() const { return isSigned() || isUnsigned(); }
bool DType::isSigned() const { return factsOf(scalarKind()).family == Family::Signed; }
bool DType::isUnsigned() const { return factsOf(scalarKind()).family == Family::Unsigned; }
unsigned DType::bitWidth() const { return scalar().form() == Form::Pointer ? 64 : factsOf(scalarKind()).width; }
unsigned DType::mantissaBits() const { return factsOf(scalarKind()).mantissa; }
int DType::exponentBias() const { return factsOf(scalarKind()).bias; }

mlir::Type DType::toMLIR(mlir::MLIRContext *context) const {
  switch (form()) {
  case Form::Pointer:
    return tt::PtrType::get(compound->element.toMLIR(context));
  case Form::Block:
    return mlir::RankedTensorType::get(compound->shape, compound->element.toMLIR(context));
  case Form::TensorDesc:
    return tt::TensorDescType::get(context, llvm::cast<mlir::RankedTensorType>(compound->element.toMLIR(context)));
  case Form::Scalar:
    break;
  }
  switch (kind) {
  case ScalarKind::Void:
    return mlir::NoneType::get(context);
  case ScalarKind::FP8E4NV:
    return mlir::Float8E4M3FNType::get(context);
  case ScalarKind::FP8E5:
    return mlir::Float8E5M2Type::get(context);
  case ScalarKind::FP8E4B8:
    return mlir::Float8E4M3FNUZType::get(context);
  case ScalarKind::FP8E5B16:
    return mlir::Float8E5M2FNUZType::get(context);
  case ScalarKind::FP8E4B15: // MLIR has no such format; Triton's IR carries its bits in an i8
    return mlir::IntegerType::get(context, 8);
  case ScalarKind::FP16:
    return mlir::Float16Type::get(context);
  case ScalarKind::BF16:
    return mlir::BFloat16Type::get(context);
  case ScalarKind::FP32:
    return mlir::Float32Type::get(context);
  case ScalarKind::FP64:
    return mlir::Float64Type::get(context);
  default:
    return mlir::IntegerType::get(context, factsOf(kind).width);
  }
}

DType DType::fromMLIR(mlir::Type type) {
  if (auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type))
    return block(fromMLIR(tensor.getElementType()), tensor.getShape());
  if (auto ptr = llvm::dyn_cast<tt::PtrType>(type))
    return pointer(fromMLIR(ptr.getPointeeType()));
  if (auto desc = llvm::dyn_cast<tt::TensorDescType>(type))
    return tensorDesc(fromMLIR(desc.getBlockType()));
  if (auto integer = llvm::dyn_cast<mlir::IntegerType>(type))
    return intOfWidth(integer.getWidth(), true);
  if (llvm::isa<mlir::Float8E4M3FNType>(type))
    return ScalarKind::FP8E4NV;
  if (llvm::isa<mlir::Float8E5M2Type>(type))
    return ScalarKind::FP8E5;
  if (llvm::isa<mlir::Float8E4M3FNUZType>(type))
    return ScalarKind::FP8E4B8;
  if (llvm::isa<mlir::Float8E5M2FNUZType>(type))
    return ScalarKind::FP8E5B16;
  if (type.isF16())
    return ScalarKind::FP16;
  if (type.isBF16())
    return ScalarKind::BF16;
  if (type.isF32())
    return ScalarKind::FP32;
  if (type.isF64())
    return ScalarKind::FP64;
  return ScalarKind::Void;
}

std::string DType::str() const {
  switch (form()) {
  case Form::Scalar:
    return factsOf(kind).name;
  case Form::Pointer:
    return (compound->isConst ? "const_pointer<" : "pointer<") + compound->element.str() + ">";
  case Form::Block:
    return compound->element.str() + "[" + joinShape(compound->shape, ", ") + "]";
  case Form::TensorDesc:
    return "tensor_descriptor<" + compound->element.str() + ">";
  }
  return {};
}

std::string DType::signatureSpelling() const {
  switch (form()) {
  case Form::Scalar:
    return factsOf(kind).signature;
  case Form::Pointer:
    return (compound->isConst ? "*k" : "*") + compound->element.signatureSpelling();
  case Form::Block:
    return compound->element.signatureSpelling() + "[" + joinShape(compound->shape, ",") + "]";
  case Form::TensorDesc:
    return "tensordesc<" + compound->element.signatureSpelling() + ">";
  }
  return {};
}

std::optional<DType> DType::parseSignature(llvm::StringRef text) {
  text = text.trim();
  if (text.consume_front("*")) {
    // `*k` marks what is only read; no scalar's name starts with k.
    bool isConst = text.consume_front("k");
    std::optional<DType> element = parseSignature(text);
    if (!element || element->isVoid())
      return std::nullopt;
    return pointer(*element, isConst);
  }
  if (text.consume_front("tensordesc<")) {
    if (!text.consume_back(">"))
      return std::nullopt;
    auto [scalarText, rest] = text.split('[');
    std::optional<DType> scalar = parseSignature(scalarText);
    // Triton appends a layout after a comma behind the bracket; shapes are all that matters here.
    auto [dims, tail] = rest.split(']');
    if (!scalar || dims.empty() || !scalar->isScalarNumber())
      return std::nullopt;
    llvm::SmallVector<llvm::StringRef> parts;
    dims.split(parts, ',');
    std::vector<int64_t> shape;
    for (llvm::StringRef part : parts) {
      int64_t size;
      if (part.trim().getAsInteger(10, size) || size <= 0)
        return std::nullopt;
      shape.push_back(size);
    }
    return tensorDesc(block(*scalar, shape));
  }
  for (const ScalarFacts &entry : facts)
    if (entry.family != Family::None && (text == entry.signature || text == entry.name || text == entry.language))
      return DType(static_cast<ScalarKind>(&entry - facts));
  if (text == "f16")
    return DType(ScalarKind::FP16);
  if (text == "f32")
    return DType(ScalarKind::FP32);
  if (text == "f64")
    return DType(ScalarKind::FP64);
  if (text == "u1" || text == "B")
    return DType(ScalarKind::Int1);
  return std::nullopt;
}

std::optional<DType> DType::byLanguageName(llvm::StringRef name) {
  for (const ScalarFacts &entry : facts)
    if (name == entry.language)
      return DType(static_cast<ScalarKind>(&entry - facts));
  if (name == "pi32_t")
    return pointer(ScalarKind::Int32);
  return std::nullopt;
}

std::vector<std::string> DType::signatureNames() {
  std::vector<std::string> names;
  for (const ScalarFacts &entry : facts)
    if (entry.family != Family::None) {
      names.push_back(entry.signature);
      names.push_back(std::string("*") + entry.signature);
    }
  return names;
}

bool DType::operator==(const DType &other) const {
  if (form() != other.form())
    return false;
  if (!compound)
    return kind == other.kind;
  return compound == other.compound ||
         (compound->isConst == other.compound->isConst && compound->element == other.compound->element &&
          compound->shape == other.compound->shape);
}
