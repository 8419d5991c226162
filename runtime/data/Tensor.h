//===- Tensor.h - arrays on the host --------------------------------------===//
//
// A tensor argument as its bytes, with sizes and strides in elements.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/Status.h"
#include "runtime/data/DataType.h"
#include "runtime/data/Expression.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tritonc {

struct Tensor {
  const DataType *type = nullptr;
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;
  std::vector<char> bytes;
  /// Stands for memory that nobody wrote; what is in it is to be noticed if it is used.
  bool isPoison = false;

  int64_t count() const;
  /// Offset in bytes of the element with this row-major number.
  size_t offsetOf(int64_t element) const;
  bool isContiguous() const;
  std::string shapeText() const;
};

/// Row-major strides.
std::vector<int64_t> contiguousStrides(const std::vector<int64_t> &dims);

/// Sets `bytes` to the size that the dimensions and strides need; refuses what does not fit.
Status allocateTensor(Tensor &tensor);

/// `(3, 4)` for an element number of a tensor with these dimensions.
std::string indexText(const std::vector<int64_t> &dims, int64_t element);

/// How a tensor is filled: `zeros`, `randint(0, 9)`, `@x.npy`, ...
struct Fill {
  enum class Kind { Zeros, Ones, Randn, Rand, Arange, Full, Randint, Poison, File } kind = Kind::Zeros;
  Number low, high;
  std::string path;
};

/// `DTYPE[dims]{strides}:FILL`.
struct TensorSpec {
  const DataType *type = nullptr;
  std::vector<int64_t> dims, strides;
  Fill fill;
};

/// Whether a specification is that of a tensor (it has a bracket or starts with @) and not of a scalar.
bool looksLikeTensor(std::string_view text);
/// `@file.npy` alone takes type and dimensions from the file; `type` is what the kernel wants then, or null.
Status parseTensorSpec(std::string_view text, const Names &names, const DataType *type, TensorSpec &spec);

/// Makes the tensor. The random values are a function of `seed`, `name` and the element's number alone.
Status makeTensor(const TensorSpec &spec, uint64_t seed, const std::string &name, Tensor &tensor);

/// The slice `a:b,c:d` of `NAME[a:b,c:d]` as text, one row a line.
Status formatSlice(const Tensor &tensor, std::string_view slice, const Names &names, std::string &text);

} // namespace tritonc
