#include "runtime/data/Npy.h"
#include "runtime/Files.h"
#include <algorithm>
#include <charconv>
#include <cstring>

namespace tritonc {
namespace {

struct Header {
  std::string descr;
  bool fortran = false;
  std::vector<int64_t> dims;
};

/// The text after `'key':` in the header's Python dictionary.
std::string_view valueOf(std::string_view header, std::string_view key) {
  for (char quote : {'\'', '"'}) {
    std::string quoted = concat(quote, key, quote);
    size_t at = header.find(quoted);
    if (at == std::string_view::npos)
      continue;
    size_t colon = header.find(':', at + quoted.size());
    if (colon != std::string_view::npos)
      return trimmed(header.substr(colon + 1));
  }
  return {};
}

bool parseHeader(std::string_view text, Header &header) {
  std::string_view descr = valueOf(text, "descr"), order = valueOf(text, "fortran_order"),
                   shape = valueOf(text, "shape");
  if (descr.size() < 3 || (descr[0] != '\'' && descr[0] != '"') || order.empty() || shape.empty() || shape[0] != '(')
    return false;
  size_t end = descr.find(descr[0], 1), close = shape.find(')');
  if (end == std::string_view::npos || close == std::string_view::npos)
    return false;
  header.descr = descr.substr(1, end - 1);
  header.fortran = order.substr(0, 4) == "True";
  for (const std::string &part : splitOutside(shape.substr(1, close - 1), ',')) {
    if (part.empty())
      continue;
    int64_t dim = 0;
    auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), dim);
    if (error != std::errc() || stop != part.data() + part.size() || dim < 0)
      return false;
    header.dims.push_back(dim);
  }
  return true;
}

/// The tensor's type for numpy's `kind + size`, which must agree with `wanted`.
const DataType *typeFor(std::string_view numpy, const DataType *wanted) {
  if (wanted)
    return numpy == wanted->numpy ? wanted : nullptr;
  for (const std::string &name : dataTypeNames())
    if (const DataType *type = findDataType(name); type->numpy == numpy && !type->numpyIsRaw)
      return type;
  return nullptr;
}

void swapBytes(char *data, size_t count, size_t size) {
  for (size_t i = 0; i < count; ++i)
    std::reverse(data + i * size, data + (i + 1) * size);
}

/// From Fortran order, where the first index runs fastest, into C order.
void toRowMajor(Tensor &tensor) {
  std::vector<char> source = tensor.bytes;
  size_t size = static_cast<size_t>(tensor.type->bytes);
  for (int64_t i = 0, count = tensor.count(); i < count; ++i) {
    int64_t rest = i, from = 0;
    std::vector<int64_t> index(tensor.dims.size());
    for (size_t axis = tensor.dims.size(); axis-- > 0;) {
      index[axis] = rest % tensor.dims[axis];
      rest /= tensor.dims[axis];
    }
    for (size_t axis = tensor.dims.size(); axis-- > 0;)
      from = from * tensor.dims[axis] + index[axis];
    std::memcpy(tensor.bytes.data() + static_cast<size_t>(i) * size, source.data() + static_cast<size_t>(from) * size,
                size);
  }
}

Status parseFile(const std::string &path, std::string_view file, Header &header, std::string_view &data) {
  if (file.substr(0, 6) != std::string_view("\x93NUMPY", 6))
    return Status::bad("'", path, "' is not an .npy file");
  if (file.size() < 10)
    return Status::bad("'", path, "' is truncated");
  unsigned char major = static_cast<unsigned char>(file[6]);
  size_t lengthBytes = major == 1 ? 2 : 4;
  if (major < 1 || major > 3)
    return Status::bad("'", path, "': version ", int(major), " of .npy is not supported");
  size_t length = 0, start = 8 + lengthBytes;
  if (file.size() < start)
    return Status::bad("'", path, "' is truncated");
  std::memcpy(&length, file.data() + 8, lengthBytes); // little endian
  if (length > file.size() - start)
    return Status::bad("'", path, "' is truncated");
  if (!parseHeader(file.substr(start, length), header))
    return Status::bad("'", path, "': the .npy header cannot be read");
  data = file.substr(start + length);
  return {};
}

} // namespace

Status readNpy(const std::string &path, const DataType *wanted, Tensor &tensor) {
  std::string file;
  TRITONC_TRY(readFile(path, file));
  Header header;
  std::string_view data;
  TRITONC_TRY(parseFile(path, file, header, data));
  std::string_view numpy = std::string_view(header.descr).substr(1);
  tensor.type = typeFor(numpy, wanted);
  if (!tensor.type && wanted)
    return Status::bad("'", path, "' holds '", header.descr, "' elements, but ", wanted->name, " is needed")
        .withHint(wanted->numpyIsRaw ? concat(wanted->name, " is stored as raw '", wanted->numpy, "' in .npy") : "");
  if (!tensor.type)
    return Status::bad("'", path, "' holds '", header.descr, "' elements, which are not supported");
  tensor.dims = header.dims;
  tensor.strides = contiguousStrides(tensor.dims);
  TRITONC_TRY(allocateTensor(tensor).in("'" + path + "'"));
  if (data.size() < tensor.bytes.size())
    return Status::bad("'", path, "' is truncated: ", tensor.bytes.size(), " bytes of data expected, ", data.size(),
                       " there");
  if (!tensor.bytes.empty())
    std::memcpy(tensor.bytes.data(), data.data(), tensor.bytes.size());
  size_t size = static_cast<size_t>(tensor.type->bytes);
  if (header.descr[0] == '>')
    swapBytes(tensor.bytes.data(), tensor.bytes.size() / size, size);
  if (header.fortran && tensor.dims.size() > 1)
    toRowMajor(tensor);
  return {};
}

Status writeNpy(const std::string &path, const Tensor &tensor) {
  std::string shape;
  for (int64_t dim : tensor.dims)
    shape += std::to_string(dim) + (tensor.dims.size() == 1 ? "," : ", ");
  if (tensor.dims.size() > 1)
    shape.resize(shape.size() - 2);
  char order = tensor.type->bytes == 1 ? '|' : '<';
  std::string header =
      concat("{'descr': '", order, tensor.type->numpy, "', 'fortran_order': False, 'shape': (", shape, "), }");
  // The data starts at a multiple of 64; the header ends in a newline.
  size_t padded = (10 + header.size() + 1 + 63) / 64 * 64;
  header.resize(padded - 10 - 1, ' ');
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 255);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  size_t size = static_cast<size_t>(tensor.type->bytes);
  if (tensor.isContiguous()) {
    bytes.append(tensor.bytes.data(), tensor.bytes.size());
  } else {
    for (int64_t i = 0, count = tensor.count(); i < count; ++i)
      bytes.append(tensor.bytes.data() + tensor.offsetOf(i), size);
  }
  return writeFile(path, bytes);
}

} // namespace tritonc
