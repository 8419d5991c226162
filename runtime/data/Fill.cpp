//===- Fill.cpp - tensors by description ----------------------------------===//
//
// Random values come from a counter and not from a sequence: element i is a hash of (seed, name, i). So a value depends
// neither on the number of threads nor on the tensor's size, and a grown tensor keeps its first elements.
//
//===----------------------------------------------------------------------===//
#include "runtime/data/Npy.h"
#include "runtime/data/Tensor.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

namespace tritonc {
namespace {

/// The finalizer of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).
uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// FNV-1a.
uint64_t hashText(const std::string &text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (unsigned char c : text)
    hash = (hash ^ c) * 0x100000001b3u;
  return hash;
}

/// In [0, 1), 53 bits.
double uniform(uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

class Generator {
public:
  Generator(const TensorSpec &spec, uint64_t seed, const std::string &name)
      : spec(spec), key(mix(seed ^ hashText(name))) {}

  void store(int64_t i, void *to) const {
    uint64_t bits = mix(key + static_cast<uint64_t>(i) * 0x2545f4914f6cdd1du);
    const DataType &type = *spec.type;
    switch (spec.fill.kind) {
    case Fill::Kind::Zeros:
    case Fill::Kind::File:
      return storeInteger(type, 0, to);
    case Fill::Kind::Ones:
      return storeInteger(type, 1, to);
    case Fill::Kind::Arange:
      return storeInteger(type, i, to);
    case Fill::Kind::Full:
      return spec.fill.low.isFloat ? storeDouble(type, spec.fill.low.real, to)
                                   : storeInteger(type, spec.fill.low.integer, to);
    case Fill::Kind::Poison:
      return poison(to);
    case Fill::Kind::Rand:
      return storeDouble(type, uniform(bits), to);
    case Fill::Kind::Randint:
      return storeInteger(type, randint(bits), to);
    case Fill::Kind::Randn:
      return type.bytes == 8 ? storeDouble(type, normal(bits), to) : storeNarrow(type, narrowNormal(bits), to);
    }
  }

  bool isZero() const { return spec.fill.kind == Fill::Kind::Zeros; }
  /// Whether every element is the same.
  bool isConstant() const {
    const Fill::Kind kind = spec.fill.kind;
    return kind == Fill::Kind::Ones || kind == Fill::Kind::Full || kind == Fill::Kind::Poison;
  }

private:
  /// Box-Muller; 1 - u keeps the logarithm finite.
  static double normal(uint64_t bits) {
    double radius = std::sqrt(-2 * std::log(1 - uniform(bits)));
    return radius * std::cos(6.283185307179586 * uniform(mix(bits)));
  }
  /// The same in f32, for types that hold no more: large products are filled while somebody waits.
  static float narrowNormal(uint64_t bits) {
    const auto unit = [](uint64_t from) { return static_cast<float>(from >> 40) * 0x1p-24f; };
    return std::sqrt(-2 * std::log(1 - unit(bits))) * std::cos(6.2831853f * unit(mix(bits)));
  }
  static void storeNarrow(const DataType &type, float value, void *to) {
    if (type.bytes == 4 && type.isFloat()) {
      std::memcpy(to, &value, 4);
    } else if (type.bytes == 2 && type.format.mantissaBits == 7) { // bfloat16; the value is finite
      uint32_t bits;
      std::memcpy(&bits, &value, 4);
      bits = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
      std::memcpy(to, &bits, 2);
    } else {
      storeDouble(type, value, to);
    }
  }
  int64_t randint(uint64_t bits) const {
    uint64_t span = static_cast<uint64_t>(spec.fill.high.integer) - static_cast<uint64_t>(spec.fill.low.integer);
    auto scaled = static_cast<uint64_t>((static_cast<unsigned __int128>(bits) * span) >> 64);
    return static_cast<int64_t>(static_cast<uint64_t>(spec.fill.low.integer) + scaled);
  }
  /// NaN in floats, a conspicuous value in integers: what a kernel fails to write is then seen.
  void poison(void *to) const {
    if (spec.type->isFloat())
      return storeDouble(*spec.type, std::nan(""), to);
    static const unsigned char pattern[8] = {0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a};
    std::memcpy(to, pattern, static_cast<size_t>(spec.type->bytes));
  }

  const TensorSpec &spec;
  uint64_t key;
};

/// The first element has been stored; the others are copies of what is there already, twice as much each time.
void repeatFirst(Tensor &tensor) {
  char *data = reinterpret_cast<char *>(tensor.bytes.data());
  const size_t all = static_cast<size_t>(tensor.count() * tensor.type->bytes);
  for (size_t done = static_cast<size_t>(tensor.type->bytes); done < all; done *= 2)
    std::memcpy(data + done, data, std::min(done, all - done));
}

void fillRange(const Generator &generator, Tensor &tensor, bool contiguous, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i) {
    size_t offset = contiguous ? static_cast<size_t>(i * tensor.type->bytes) : tensor.offsetOf(i);
    generator.store(i, tensor.bytes.data() + offset);
  }
}

void fillAll(const Generator &generator, Tensor &tensor) {
  int64_t count = tensor.count();
  bool contiguous = tensor.isContiguous();
  if (generator.isZero())
    return; // as allocated
  if (contiguous && generator.isConstant() && count > 0) {
    generator.store(0, tensor.bytes.data());
    return repeatFirst(tensor);
  }
  int64_t threads = std::min<int64_t>(std::max(1u, std::thread::hardware_concurrency()), count / 65536);
  if (threads <= 1)
    return fillRange(generator, tensor, contiguous, 0, count);
  std::vector<std::thread> workers;
  for (int64_t i = 0; i < threads; ++i)
    workers.emplace_back(
        [&, i] { fillRange(generator, tensor, contiguous, count * i / threads, count * (i + 1) / threads); });
  for (std::thread &worker : workers)
    worker.join();
}

Status fillFromFile(const TensorSpec &spec, Tensor &tensor) {
  Tensor read;
  TRITONC_TRY(readNpy(spec.fill.path, spec.type, read));
  if (!spec.dims.empty() && read.dims != spec.dims)
    return Status::bad("'", spec.fill.path, "' holds ", read.shapeText(), ", but ", tensor.shapeText(),
                       " was asked for");
  tensor.dims = read.dims;
  if (tensor.strides.size() != tensor.dims.size())
    tensor.strides = contiguousStrides(tensor.dims);
  TRITONC_TRY(allocateTensor(tensor));
  if (tensor.isContiguous()) {
    tensor.bytes = std::move(read.bytes);
    return {};
  }
  size_t size = static_cast<size_t>(tensor.type->bytes);
  for (int64_t i = 0, count = tensor.count(); i < count; ++i)
    std::memcpy(tensor.bytes.data() + tensor.offsetOf(i), read.bytes.data() + static_cast<size_t>(i) * size, size);
  return {};
}

struct FillName {
  const char *name;
  Fill::Kind kind;
  size_t args;
};
constexpr FillName fillNames[] = {{"zeros", Fill::Kind::Zeros, 0},   {"ones", Fill::Kind::Ones, 0},
                                  {"randn", Fill::Kind::Randn, 0},   {"rand", Fill::Kind::Rand, 0},
                                  {"arange", Fill::Kind::Arange, 0}, {"full", Fill::Kind::Full, 1},
                                  {"poison", Fill::Kind::Poison, 0}, {"randint", Fill::Kind::Randint, 2}};

Status parseFill(std::string_view text, const Names &names, Fill &fill) {
  if (text.substr(0, 1) == "@") {
    fill.kind = Fill::Kind::File;
    std::string path(text.substr(1));
    fill.path = path;
    return path.empty() ? Status::bad("a file name is missing after '@'") : Status();
  }
  size_t open = text.find('(');
  std::string_view name = trimmed(text.substr(0, open));
  std::vector<std::string> args;
  if (open != std::string_view::npos) {
    if (text.back() != ')')
      return Status::bad("')' is missing in '", text, "'");
    args = splitOutside(text.substr(open + 1, text.size() - open - 2), ',');
    if (args.size() == 1 && args[0].empty())
      args.clear();
  }
  std::vector<std::string> known;
  for (const FillName &each : fillNames) {
    known.push_back(each.name);
    if (name != each.name)
      continue;
    if (args.size() != each.args)
      return Status::bad("'", name, "' takes ", each.args, " arguments, not ", args.size());
    fill.kind = each.kind;
    if (each.args > 0)
      TRITONC_TRY(evaluate(args[0], names, fill.low));
    if (each.args > 1)
      TRITONC_TRY(evaluate(args[1], names, fill.high));
    if (each.kind == Fill::Kind::Randint &&
        (fill.low.isFloat || fill.high.isFloat || fill.low.integer >= fill.high.integer))
      return Status::bad("'", text, "' needs two integers, the first below the second");
    return {};
  }
  std::string hint = didYouMean(name, known);
  return Status::bad("unknown fill '", name, "'")
      .withHint(!hint.empty() ? hint
                              : "fills are zeros, ones, randn, rand, arange, full(x), randint(a,b), poison, @file.npy");
}

Status parseSizes(std::string_view text, const char *what, const Names &names, std::vector<int64_t> &sizes) {
  if (trimmed(text).empty())
    return {};
  for (const std::string &part : splitOutside(text, ',')) {
    int64_t size = 0;
    TRITONC_TRY(evaluateInteger(part, names, size));
    if (size < 0)
      return Status::bad(what, " '", part, "' is negative: ", size);
    sizes.push_back(size);
  }
  return {};
}

} // namespace

bool looksLikeTensor(std::string_view text) {
  text = trimmed(text);
  return text.find('[') != std::string_view::npos || text.substr(0, 1) == "@";
}

Status parseTensorSpec(std::string_view text, const Names &names, const DataType *type, TensorSpec &spec) {
  text = trimmed(text);
  spec.type = type;
  if (text.substr(0, 1) == "@")
    return parseFill(text, names, spec.fill);
  size_t open = text.find('['), close = text.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return Status::bad("'", text, "' is not a tensor").withHint("write DTYPE[dims]:FILL, for instance f32[M,N]:randn");
  std::string_view name = trimmed(text.substr(0, open));
  spec.type = findDataType(name);
  if (!spec.type) {
    std::string hint = didYouMean(name, dataTypeNames());
    return Status::bad("unknown element type '", name, "'").withHint(std::move(hint));
  }
  TRITONC_TRY(parseSizes(text.substr(open + 1, close - open - 1), "dimension", names, spec.dims));
  std::string_view rest = trimmed(text.substr(close + 1));
  spec.strides = contiguousStrides(spec.dims);
  if (rest.substr(0, 1) == "{") {
    size_t end = rest.find('}');
    if (end == std::string_view::npos)
      return Status::bad("'}' is missing in '", text, "'");
    spec.strides.clear();
    TRITONC_TRY(parseSizes(rest.substr(1, end - 1), "stride", names, spec.strides));
    if (spec.strides.size() != spec.dims.size())
      return Status::bad("'", text, "' has ", spec.dims.size(), " dimensions, but ", spec.strides.size(), " strides");
    rest = trimmed(rest.substr(end + 1));
  }
  if (rest.empty())
    return Status::bad("'", text, "' does not say what the tensor is filled with").withHint("add :zeros or :randn");
  if (rest[0] != ':')
    return Status::bad("unexpected '", rest, "' in '", text, "'");
  return parseFill(trimmed(rest.substr(1)), names, spec.fill);
}

Status makeTensor(const TensorSpec &spec, uint64_t seed, const std::string &name, Tensor &tensor) {
  tensor.type = spec.type;
  tensor.dims = spec.dims;
  tensor.strides = spec.strides;
  if (spec.fill.kind == Fill::Kind::File)
    return fillFromFile(spec, tensor);
  TRITONC_TRY(allocateTensor(tensor));
  fillAll(Generator(spec, seed, name), tensor);
  return {};
}

} // namespace tritonc
