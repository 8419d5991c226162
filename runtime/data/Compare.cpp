#include "runtime/data/Compare.h"
#include <cmath>
#include <cstring>
#include <limits>

namespace tritonc {

Tolerance defaultTolerance(const DataType &type) {
  if (!type.isFloat())
    return {0, 0};
  if (type.bytes == 8)
    return {1e-9, 1e-12};
  if (type.bytes == 4)
    return {1e-4, 1e-5};
  if (type.bytes == 1)
    return {0.25, 0.0625};
  return type.format.exponentBits == 8 ? Tolerance{1.6e-2, 1e-3} : Tolerance{2e-3, 1e-4};
}

namespace {

/// How far an element is over its tolerance: 0 when it passes, infinite when one side is NaN or infinite alone.
double excess(double actual, double expected, const Tolerance &tolerance) {
  if (actual == expected || (std::isnan(actual) && std::isnan(expected)))
    return 0;
  double difference = std::fabs(actual - expected);
  if (!std::isfinite(difference))
    return std::numeric_limits<double>::infinity();
  double allowed = tolerance.absolute + tolerance.relative * std::fabs(expected);
  if (difference <= allowed)
    return 0;
  return allowed > 0 ? difference / allowed : difference;
}

double integerExcess(const DataType &type, int64_t actual, int64_t expected, const Tolerance &tolerance) {
  if (actual == expected)
    return 0;
  // The difference as unsigned is exact for any two 64-bit values.
  bool above = type.kind == TypeClass::Unsigned ? uint64_t(actual) > uint64_t(expected) : actual > expected;
  uint64_t difference = above ? uint64_t(actual) - uint64_t(expected) : uint64_t(expected) - uint64_t(actual);
  double allowed = tolerance.absolute + tolerance.relative * std::fabs(double(expected));
  if (double(difference) <= allowed)
    return 0;
  return allowed > 0 ? double(difference) / allowed : double(difference);
}

} // namespace

Comparison compareTensors(const Tensor &actual, const Tensor &expected, const Tolerance &tolerance) {
  Comparison result;
  result.count = actual.count();
  const DataType &type = *actual.type;
  bool plain = actual.isContiguous() && expected.isContiguous();
  if (plain && actual.bytes == expected.bytes)
    return result;
  double most = 0;
  for (int64_t i = 0; i < result.count; ++i) {
    size_t bytes = static_cast<size_t>(type.bytes);
    const char *a = actual.bytes.data() + (plain ? static_cast<size_t>(i) * bytes : actual.offsetOf(i));
    const char *b = expected.bytes.data() + (plain ? static_cast<size_t>(i) * bytes : expected.offsetOf(i));
    double over = type.isFloat() ? excess(loadAsDouble(type, a), loadAsDouble(type, b), tolerance)
                                 : integerExcess(type, loadAsInteger(type, a), loadAsInteger(type, b), tolerance);
    if (over == 0)
      continue;
    ++result.mismatches;
    if (result.worst >= 0 && !(over > most))
      continue;
    most = over;
    result.worst = i;
    result.worstDifference = std::fabs(loadAsDouble(type, a) - loadAsDouble(type, b));
    result.actual = valueText(type, a);
    result.expected = valueText(type, b);
  }
  return result;
}

std::string describe(const Comparison &comparison, const std::vector<int64_t> &dims) {
  char difference[32];
  std::snprintf(difference, sizeof difference, "%.3g", comparison.worstDifference);
  return concat(comparison.mismatches, " of ", comparison.count, " elements differ; worst at ",
                indexText(dims, comparison.worst), ": ", comparison.actual, ", expected ", comparison.expected,
                " (difference ", difference, ")");
}

} // namespace tritonc
