//===- DataType.h - element types and their values ------------------------===//
//
// The types of signatures (`fp32`, `bf16`, `i8`, `u16`, `fp8e4nv`, ...; `f32` is `fp32` too). Floating formats of 16
// bits and fewer are described by four numbers and converted by one routine, so that no format has code of its own.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tritonc {

enum class TypeClass { Bool, Signed, Unsigned, Float };

/// A binary floating format of at most 16 bits.
struct SmallFloat {
  int exponentBits = 0;
  int mantissaBits = 0;
  int bias = 0;
  /// What the largest exponent, and negative zero, stand for.
  enum class Specials {
    /// Infinities and NaNs, as IEEE 754 has them.
    IEEE,
    /// Numbers, except all ones in exponent and mantissa, which is NaN (OCP E4M3).
    OnlyNaN,
    /// Numbers; the only NaN is negative zero (the FNUZ formats).
    NegativeZeroNaN,
    /// Numbers only (Triton's fp8e4b15).
    None,
  } specials = Specials::IEEE;
};

struct DataType {
  /// As in signatures: `fp32`.
  std::string_view name;
  TypeClass kind;
  int bytes;
  /// For floats of up to 16 bits.
  SmallFloat format;
  /// numpy's type string without byte order (`f4`); 1- and 2-byte floats without one are raw unsigned integers there.
  std::string_view numpy;
  bool numpyIsRaw;

  bool isFloat() const { return kind == TypeClass::Float; }
  bool operator==(const DataType &other) const { return name == other.name; }
  bool operator!=(const DataType &other) const { return name != other.name; }
};

/// The type with this name; null when there is none.
const DataType *findDataType(std::string_view name);
/// All names, for "did you mean".
std::vector<std::string> dataTypeNames();

/// The value at `from` as a double (64-bit integers are rounded).
double loadAsDouble(const DataType &type, const void *from);
/// The value at `from` as an integer; for integer types only.
int64_t loadAsInteger(const DataType &type, const void *from);
/// Stores a value, rounded to nearest even; floats overflow to infinity, NaN or the largest value, as the format has
/// it.
void storeDouble(const DataType &type, double value, void *to);
/// Stores an integer, its low bits for integer types.
void storeInteger(const DataType &type, int64_t value, void *to);
/// Whether an integer fits an integer type without loss.
bool fitsInteger(const DataType &type, int64_t value);
/// `0.5`, `nan`, `-3`, `true`.
std::string valueText(const DataType &type, const void *from);

double decodeSmallFloat(const SmallFloat &format, uint32_t bits);
uint32_t encodeSmallFloat(const SmallFloat &format, double value);

} // namespace tritonc
