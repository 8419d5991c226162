#include "runtime/data/Tensor.h"
#include <algorithm>
#include <limits>
#include <new>

namespace tritonc {

int64_t Tensor::count() const {
  int64_t total = 1;
  for (int64_t dim : dims)
    total *= dim;
  return total;
}

size_t Tensor::offsetOf(int64_t element) const {
  int64_t offset = 0;
  for (size_t i = dims.size(); i-- > 0;) {
    offset += element % dims[i] * strides[i];
    element /= dims[i];
  }
  return static_cast<size_t>(offset * type->bytes);
}

bool Tensor::isContiguous() const { return strides == contiguousStrides(dims); }

std::string Tensor::shapeText() const {
  std::string text(type->name);
  text += "[";
  for (size_t i = 0; i < dims.size(); ++i)
    text += (i ? "," : "") + std::to_string(dims[i]);
  return text + "]";
}

std::vector<int64_t> contiguousStrides(const std::vector<int64_t> &dims) {
  std::vector<int64_t> strides(dims.size());
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    strides[i] = stride;
    // A stride that does not fit stays at the largest; allocateTensor refuses such a tensor.
    if (dims[i] > 1 && __builtin_mul_overflow(stride, dims[i], &stride))
      stride = std::numeric_limits<int64_t>::max();
  }
  return strides;
}

Status allocateTensor(Tensor &tensor) {
  int64_t count = 1, extent = 1;
  for (size_t i = 0; i < tensor.dims.size(); ++i) {
    int64_t span = 0;
    if (tensor.dims[i] < 0)
      return Status::bad("dimension ", i, " is negative: ", tensor.dims[i]);
    if (tensor.strides[i] < 0)
      return Status::bad("stride ", i, " is negative: ", tensor.strides[i]);
    if (__builtin_mul_overflow(count, tensor.dims[i], &count) ||
        __builtin_mul_overflow(tensor.dims[i] ? tensor.dims[i] - 1 : 0, tensor.strides[i], &span) ||
        __builtin_add_overflow(extent, span, &extent))
      return Status::bad("the tensor is too large");
  }
  int64_t bytes = 0;
  if (__builtin_mul_overflow(extent, int64_t(tensor.type->bytes), &bytes) || bytes > (int64_t(1) << 42))
    return Status::bad("the tensor is too large");
  try {
    tensor.bytes.assign(static_cast<size_t>(count ? bytes : 0), 0);
  } catch (const std::bad_alloc &) {
    return Status::bad("the tensor is too large for this machine: ", bytes, " bytes");
  }
  return {};
}

std::string indexText(const std::vector<int64_t> &dims, int64_t element) {
  std::vector<int64_t> index(dims.size());
  for (size_t i = dims.size(); i-- > 0;) {
    index[i] = element % dims[i];
    element /= dims[i];
  }
  std::string text = "[";
  for (size_t i = 0; i < index.size(); ++i)
    text += (i ? ", " : "") + std::to_string(index[i]);
  return text + "]";
}

namespace {

struct Range {
  int64_t begin, end;
};

/// `a:b`, `a:`, `:b`, `:` or `a`, negative numbers from the end, as in Python.
Status parseRange(std::string_view text, int64_t size, const Names &names, Range &range) {
  std::vector<std::string> ends = splitOutside(text, ':');
  range = {0, size};
  if (ends.size() > 2)
    return Status::bad("'", text, "' is not a range");
  if (!ends[0].empty())
    TRITONC_TRY(evaluateInteger(ends[0], names, range.begin));
  if (ends.size() == 1) {
    if (ends[0].empty())
      return Status::bad("an index is missing");
    range.begin += range.begin < 0 ? size : 0;
    range.end = range.begin + 1;
    if (range.begin < 0 || range.end > size)
      return Status::bad("index ", ends[0], " is out of range for ", size, " elements");
    return {};
  }
  if (!ends[1].empty())
    TRITONC_TRY(evaluateInteger(ends[1], names, range.end));
  for (int64_t *bound : {&range.begin, &range.end}) {
    *bound += *bound < 0 ? size : 0;
    *bound = std::min(std::max<int64_t>(*bound, 0), size);
  }
  return {};
}

void formatRows(const Tensor &tensor, const std::vector<Range> &ranges, size_t axis, int64_t element,
                std::string &text) {
  if (axis == ranges.size()) {
    text += valueText(*tensor.type, tensor.bytes.data() + tensor.offsetOf(element));
    return;
  }
  bool last = axis + 1 == ranges.size();
  for (int64_t i = ranges[axis].begin; i < ranges[axis].end; ++i) {
    formatRows(tensor, ranges, axis + 1, element * tensor.dims[axis] + i, text);
    text += !last ? "" : i + 1 < ranges[axis].end ? " " : "\n";
  }
}

} // namespace

Status formatSlice(const Tensor &tensor, std::string_view slice, const Names &names, std::string &text) {
  if (tensor.dims.empty()) {
    text = valueText(*tensor.type, tensor.bytes.data()) + "\n";
    return {};
  }
  std::vector<std::string> parts = splitOutside(slice.empty() ? ":" : slice, ',');
  if (parts.size() > tensor.dims.size())
    return Status::bad("[", slice, "] has ", parts.size(), " indices, but the tensor is ", tensor.shapeText());
  std::vector<Range> ranges;
  for (size_t i = 0; i < tensor.dims.size(); ++i) {
    ranges.push_back({0, tensor.dims[i]});
    if (i < parts.size())
      TRITONC_TRY(parseRange(parts[i], tensor.dims[i], names, ranges.back()));
  }
  formatRows(tensor, ranges, 0, 0, text);
  return {};
}

} // namespace tritonc
