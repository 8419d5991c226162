//===- DType.h - the types of Triton's run-time values ---------------------===//
//
// Triton's types carry what MLIR's do not: signedness (MLIR integers here are signless), the read-only mark of
// pointers, and the 8-bit floats' flavour. So every run-time value travels as an mlir::Value beside a DType, and this
// class is the only place that maps one to the other and to the spellings that users write:
//
//     signature   *kfp16, i32, u8, tensordesc<bf16[128,64]>
//     source      tl.float16, tl.uint8, tl.pointer_type(tl.float32), "*u64"
//     message     pointer<fp16>, int32, <['128', '64'], fp32> as Triton prints types: fp32[128, 64]
//
// A block pointer is a pointer whose element is a block, as in Triton.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class MLIRContext;
class Type;
} // namespace mlir

namespace tritonc {

/// Scalar kinds in the order of Triton's promotion (integers by width, floats by rank).
enum class ScalarKind : uint8_t {
  Void,
  Int1,
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  FP8E4NV,
  FP8E5,
  FP8E4B8,
  FP8E5B16,
  FP8E4B15,
  FP16,
  BF16,
  FP32,
  FP64,
};

class DType {
public:
  enum class Form : uint8_t { Scalar, Pointer, Block, TensorDesc };

  DType() = default;
  DType(ScalarKind kind) : kind(kind) {}
  /// A pointer to `element`; to a block, it is a block pointer. `isConst` marks what may only be read.
  static DType pointer(DType element, bool isConst = false);
  /// A block of scalars or of pointers. An empty shape gives the scalar itself.
  static DType block(DType scalar, llvm::ArrayRef<int64_t> shape);
  /// A tensor descriptor whose accesses move blocks of this type.
  static DType tensorDesc(DType blockType);
  static DType intOfWidth(unsigned width, bool isSigned);

  Form form() const;
  bool isVoid() const { return form() == Form::Scalar && kind == ScalarKind::Void; }
  bool isScalarNumber() const { return form() == Form::Scalar && kind != ScalarKind::Void; }
  bool isBlock() const { return form() == Form::Block; }
  bool isTensorDesc() const { return form() == Form::TensorDesc; }
  /// A pointer to one element (not a block of pointers, not a block pointer).
  bool isPointer() const;
  bool isBlockPointer() const;

  /// The block's element type; of anything else, the type itself.
  DType scalar() const;
  /// What a pointer points to, or the block type of a tensor descriptor.
  DType element() const;
  /// The block's shape; empty for everything else.
  llvm::ArrayRef<int64_t> shape() const;
  int64_t numElements() const;
  /// This type with another scalar: same shape.
  DType withScalar(DType newScalar) const { return block(newScalar, shape()); }
  DType withShape(llvm::ArrayRef<int64_t> newShape) const { return block(scalar(), newShape); }
  bool isConstPointer() const;

  // Questions about the scalar type (a block is asked for its elements).
  ScalarKind scalarKind() const;
  bool isPointerLike() const { return scalar().isPointer(); } ///< pointer or block of pointers
  bool isFloating() const;
  bool isStandardFloating() const; ///< fp16, bf16, fp32, fp64
  bool isFP8() const;
  bool isInteger() const; ///< int1 included
  bool isBool() const { return scalarKind() == ScalarKind::Int1; }
  bool isSigned() const;     ///< int8..int64
  bool isUnsigned() const;   ///< uint8..uint64 and, as in Triton, int1
  unsigned bitWidth() const; ///< 64 for pointers, 0 for void
  unsigned mantissaBits() const;
  int exponentBias() const;

  mlir::Type toMLIR(mlir::MLIRContext *context) const;
  /// The type of `type` read as signed; descriptors and block pointers too. For .ttir input and tests.
  static DType fromMLIR(mlir::Type type);

  /// As in source and Triton's messages: `fp32`, `int32`, `uint8`, `pointer<fp16>`, `fp32[128, 64]`, `int1`.
  std::string str() const;
  /// As in signatures: `fp32`, `i32`, `u8`, `*fp16`, `*kfp16`, `tensordesc<fp16[128,64]>`.
  std::string signatureSpelling() const;
  /// Reads a signature spelling: `*fp32`, `i32`, `*ki8`, `**i64`, `tensordesc<bf16[128,64]>`, also `float32`, `int32`.
  static std::optional<DType> parseSignature(llvm::StringRef text);
  /// The type called `name` in triton.language (`float32`, `int1`, `float8e4nv`, `bfloat16`, `void`); none if there is
  /// no such.
  static std::optional<DType> byLanguageName(llvm::StringRef name);
  /// Names for "did you mean".
  static std::vector<std::string> signatureNames();

  bool operator==(const DType &other) const;
  bool operator!=(const DType &other) const { return !(*this == other); }

private:
  struct Compound;
  ScalarKind kind = ScalarKind::Void;
  std::shared_ptr<const Compound> compound;
};

struct DType::Compound {
  Form form;
  bool isConst = false;
  DType element;
  std::vector<int64_t> shape;
};

inline DType::Form DType::form() const { return compound ? compound->form : Form::Scalar; }
inline bool DType::isPointer() const { return form() == Form::Pointer && !compound->element.isBlock(); }
inline bool DType::isBlockPointer() const { return form() == Form::Pointer && compound->element.isBlock(); }
inline DType DType::scalar() const { return isBlock() ? compound->element : *this; }
inline DType DType::element() const { return compound ? compound->element : *this; }
inline llvm::ArrayRef<int64_t> DType::shape() const {
  return isBlock() ? llvm::ArrayRef<int64_t>(compound->shape) : llvm::ArrayRef<int64_t>();
}
inline bool DType::isConstPointer() const { return scalar().form() == Form::Pointer && scalar().compound->isConst; }

} // namespace tritonc
