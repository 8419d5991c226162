#include "runtime/data/DataType.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

namespace tritonc {
namespace {

using Specials = SmallFloat::Specials;

constexpr DataType types[] = {
    {"i1", TypeClass::Bool, 1, {}, "b1", false},
    {"i8", TypeClass::Signed, 1, {}, "i1", false},
    {"i16", TypeClass::Signed, 2, {}, "i2", false},
    {"i32", TypeClass::Signed, 4, {}, "i4", false},
    {"i64", TypeClass::Signed, 8, {}, "i8", false},
    {"u8", TypeClass::Unsigned, 1, {}, "u1", false},
    {"u16", TypeClass::Unsigned, 2, {}, "u2", false},
    {"u32", TypeClass::Unsigned, 4, {}, "u4", false},
    {"u64", TypeClass::Unsigned, 8, {}, "u8", false},
    {"fp16", TypeClass::Float, 2, {5, 10, 15, Specials::IEEE}, "f2", false},
    {"bf16", TypeClass::Float, 2, {8, 7, 127, Specials::IEEE}, "u2", true},
    {"fp32", TypeClass::Float, 4, {}, "f4", false},
    {"fp64", TypeClass::Float, 8, {}, "f8", false},
    {"fp8e5", TypeClass::Float, 1, {5, 2, 15, Specials::IEEE}, "u1", true},
    {"fp8e4nv", TypeClass::Float, 1, {4, 3, 7, Specials::OnlyNaN}, "u1", true},
    {"fp8e4b8", TypeClass::Float, 1, {4, 3, 8, Specials::NegativeZeroNaN}, "u1", true},
    {"fp8e5b16", TypeClass::Float, 1, {5, 2, 16, Specials::NegativeZeroNaN}, "u1", true},
    {"fp8e4b15", TypeClass::Float, 1, {4, 3, 15, Specials::None}, "u1", true},
};

constexpr std::pair<std::string_view, std::string_view> aliases[] = {
    {"f16", "fp16"},     {"f32", "fp32"},     {"f64", "fp64"},     {"bool", "i1"},
    {"int8", "i8"},      {"int16", "i16"},    {"int32", "i32"},    {"int64", "i64"},
    {"uint8", "u8"},     {"uint16", "u16"},   {"uint32", "u32"},   {"uint64", "u64"},
    {"float16", "fp16"}, {"float32", "fp32"}, {"float64", "fp64"}, {"bfloat16", "bf16"},
};

template <typename T> T load(const void *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <typename T> void store(void *to, T value) { std::memcpy(to, &value, sizeof value); }

uint64_t loadBits(const void *from, int bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, from, static_cast<size_t>(bytes)); // little endian
  return bits;
}

/// Bit patterns of the exponent and mantissa together, without the sign.
uint32_t magnitudeMask(const SmallFloat &format) { return (1u << (format.exponentBits + format.mantissaBits)) - 1; }

uint32_t infinityMagnitude(const SmallFloat &format) {
  return ((1u << format.exponentBits) - 1) << format.mantissaBits;
}

/// The largest magnitude that is a finite number.
uint32_t largestMagnitude(const SmallFloat &format) {
  switch (format.specials) {
  case Specials::IEEE:
    return infinityMagnitude(format) - 1;
  case Specials::OnlyNaN:
    return magnitudeMask(format) - 1;
  case Specials::NegativeZeroNaN:
  case Specials::None:
    break;
  }
  return magnitudeMask(format);
}

uint32_t nanBits(const SmallFloat &format) {
  uint32_t sign = 1u << (format.exponentBits + format.mantissaBits);
  switch (format.specials) {
  case Specials::IEEE:
    return infinityMagnitude(format) | (1u << (format.mantissaBits - 1));
  case Specials::NegativeZeroNaN:
    return sign;
  case Specials::OnlyNaN:
  case Specials::None:
    break;
  }
  return magnitudeMask(format);
}

bool isNaN(const SmallFloat &format, uint32_t magnitude, bool negative) {
  switch (format.specials) {
  case Specials::IEEE:
    return magnitude > infinityMagnitude(format);
  case Specials::OnlyNaN:
    return magnitude == magnitudeMask(format);
  case Specials::NegativeZeroNaN:
    return magnitude == 0 && negative;
  case Specials::None:
    break;
  }
  return false;
}

} // namespace

double decodeSmallFloat(const SmallFloat &format, uint32_t bits) {
  uint32_t magnitude = bits & magnitudeMask(format);
  bool negative = (bits >> (format.exponentBits + format.mantissaBits)) & 1;
  if (isNaN(format, magnitude, negative))
    return std::numeric_limits<double>::quiet_NaN();
  double value;
  if (format.specials == Specials::IEEE && magnitude == infinityMagnitude(format)) {
    value = std::numeric_limits<double>::infinity();
  } else {
    int exponent = static_cast<int>(magnitude >> format.mantissaBits);
    uint32_t mantissa = magnitude & ((1u << format.mantissaBits) - 1);
    if (exponent != 0)
      mantissa |= 1u << format.mantissaBits;
    value = std::ldexp(mantissa, (exponent ? exponent : 1) - format.bias - format.mantissaBits);
  }
  return negative ? -value : value;
}

uint32_t encodeSmallFloat(const SmallFloat &format, double value) {
  uint32_t sign = std::signbit(value) ? 1u << (format.exponentBits + format.mantissaBits) : 0;
  if (value != value)
    return nanBits(format);
  double magnitude = std::fabs(value);
  uint32_t largest = largestMagnitude(format), bits = 0;
  if (magnitude != 0 && !std::isinf(magnitude)) {
    // Scale so that one unit is the format's last place at this exponent; nearbyint then rounds to nearest even. A
    // carry into the next exponent comes out right because the patterns are in order.
    int exponent = std::max(std::ilogb(magnitude), 1 - format.bias);
    double scaled = std::nearbyint(std::ldexp(magnitude, format.mantissaBits - exponent));
    int biased = exponent + format.bias;
    if (biased > (1 << format.exponentBits))
      bits = largest + 1;
    else
      bits = (static_cast<uint32_t>(biased - 1) << format.mantissaBits) + static_cast<uint32_t>(scaled);
  } else if (magnitude != 0) {
    bits = largest + 1;
  }
  if (bits > largest) {
    // Overflow: to infinity or NaN where the format has one, else to the largest number.
    if (format.specials == Specials::None)
      bits = largest;
    else if (format.specials == Specials::IEEE)
      bits = infinityMagnitude(format);
    else
      return format.specials == Specials::NegativeZeroNaN ? nanBits(format) : sign | nanBits(format);
  }
  if (bits == 0 && format.specials == Specials::NegativeZeroNaN)
    return 0;
  return sign | bits;
}

const DataType *findDataType(std::string_view name) {
  for (auto &[alias, canonical] : aliases)
    if (name == alias)
      name = canonical;
  for (const DataType &type : types)
    if (type.name == name)
      return &type;
  return nullptr;
}

std::vector<std::string> dataTypeNames() {
  std::vector<std::string> names;
  for (const DataType &type : types)
    names.emplace_back(type.name);
  return names;
}

int64_t loadAsInteger(const DataType &type, const void *from) {
  uint64_t bits = loadBits(from, type.bytes);
  if (type.kind == TypeClass::Bool)
    return bits != 0;
  if (type.kind != TypeClass::Signed || type.bytes == 8)
    return static_cast<int64_t>(bits);
  int shift = 64 - 8 * type.bytes;
  return static_cast<int64_t>(bits << shift) >> shift;
}

double loadAsDouble(const DataType &type, const void *from) {
  if (!type.isFloat()) {
    int64_t value = loadAsInteger(type, from);
    return type.kind == TypeClass::Unsigned ? static_cast<double>(static_cast<uint64_t>(value))
                                            : static_cast<double>(value);
  }
  if (type.bytes == 8)
    return load<double>(from);
  if (type.bytes == 4)
    return load<float>(from);
  return decodeSmallFloat(type.format, static_cast<uint32_t>(loadBits(from, type.bytes)));
}

void storeInteger(const DataType &type, int64_t value, void *to) {
  if (type.isFloat())
    return storeDouble(type, static_cast<double>(value), to);
  if (type.kind == TypeClass::Bool)
    value = value != 0;
  std::memcpy(to, &value, static_cast<size_t>(type.bytes)); // little endian
}

void storeDouble(const DataType &type, double value, void *to) {
  if (!type.isFloat()) {
    // Out of range or NaN would be undefined in a cast.
    double low = type.kind == TypeClass::Unsigned ? 0 : -9223372036854775808.0;
    double high = type.kind == TypeClass::Unsigned ? 18446744073709549568.0 : 9223372036854774784.0;
    double clamped = value != value ? 0 : std::min(std::max(value, low), high);
    int64_t whole = type.kind == TypeClass::Unsigned ? static_cast<int64_t>(static_cast<uint64_t>(clamped))
                                                     : static_cast<int64_t>(clamped);
    return storeInteger(type, whole, to);
  }
  if (type.bytes == 8)
    return store(to, value);
  if (type.bytes == 4)
    return store(to, static_cast<float>(value));
  uint32_t bits = encodeSmallFloat(type.format, value);
  std::memcpy(to, &bits, static_cast<size_t>(type.bytes));
}

bool fitsInteger(const DataType &type, int64_t value) {
  if (type.kind == TypeClass::Bool)
    return value == 0 || value == 1;
  if (type.kind == TypeClass::Unsigned)
    return value >= 0 && (type.bytes == 8 || value < int64_t(1) << (8 * type.bytes));
  if (type.bytes == 8)
    return true;
  int64_t limit = int64_t(1) << (8 * type.bytes - 1);
  return value >= -limit && value < limit;
}

std::string valueText(const DataType &type, const void *from) {
  if (type.kind == TypeClass::Bool)
    return loadAsInteger(type, from) ? "true" : "false";
  if (type.kind == TypeClass::Unsigned)
    return std::to_string(static_cast<uint64_t>(loadAsInteger(type, from)));
  if (!type.isFloat())
    return std::to_string(loadAsInteger(type, from));
  // Digits that tell neighbours of the type apart.
  int digits = type.bytes == 8 ? 17 : type.bytes == 4 ? 9 : type.bytes == 2 ? 5 : 3;
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*g", digits, loadAsDouble(type, from));
  return buffer;
}

} // namespace tritonc
