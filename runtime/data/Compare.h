//===- Compare.h - whether two tensors agree ------------------------------===//
#pragma once

#include "runtime/data/Tensor.h"

namespace tritonc {

/// An element passes when |a - b| <= absolute + relative * |b|, both are NaN, or both are the same infinity. Integers
/// must be equal unless a tolerance is given.
struct Tolerance {
  double relative = 0, absolute = 0;
};

/// What is usual for a type: a few units in the last place, with room for sums taken in another order.
Tolerance defaultTolerance(const DataType &type);

struct Comparison {
  int64_t count = 0, mismatches = 0;
  /// The element that exceeds its tolerance most.
  int64_t worst = -1;
  double worstDifference = 0;
  std::string actual, expected;
};

/// The shapes and types are the same.
Comparison compareTensors(const Tensor &actual, const Tensor &expected, const Tolerance &tolerance);

/// `3 of 100 elements differ; worst [1, 2]: 0.5, expected 0.25 (difference 0.25)`.
std::string describe(const Comparison &comparison, const std::vector<int64_t> &dims);

} // namespace tritonc
