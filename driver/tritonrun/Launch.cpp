#include "driver/tritonrun/Launch.h"
#include <cmath>
#include <cstring>
#include <set>

namespace tritonc::run {
namespace {

Status parseUnsigned(const std::string &text, const char *option, uint64_t &value) {
  int64_t number = 0;
  if (!evaluateInteger(text, {}, number).ok() || number < 0)
    return Status::bad(option, " '", text, "' is not a number");
  value = static_cast<uint64_t>(number);
  return {};
}

/// Constexprs that are numbers, and the launch figures, are names in expressions.
void addConstants(const Manifest &manifest, Names &names) {
  for (const ManifestConstexpr &constant : manifest.constexprs) {
    Number value;
    if (evaluate(constant.value, {}, value).ok())
      names[constant.name] = value;
  }
  names.emplace("num_warps", Number::of(int64_t(manifest.numWarps)));
  names.emplace("num_stages", Number::of(int64_t(manifest.numStages)));
}

/// Why none of the definitions can be evaluated: if all could with the others known, they wait for each other.
Status circle(const std::vector<std::pair<std::string, std::string>> &pending, Names names, Status problem) {
  std::string list;
  for (auto &[name, text] : pending) {
    names.emplace(name, Number::of(int64_t(1)));
    list += (list.empty() ? "'" : ", '") + name + "'";
  }
  for (auto &[name, text] : pending) {
    Number value;
    if (!evaluate(text, names, value).ok())
      return problem;
  }
  return Status::bad(list, pending.size() == 1 ? " is defined by itself" : " are defined by each other");
}

/// Evaluates definitions that may use each other in any order: those that can be evaluated are, until none is left.
Status evaluateAll(std::vector<std::pair<std::string, std::string>> pending, Names &names) {
  while (!pending.empty()) {
    size_t before = pending.size();
    Status problem;
    for (size_t i = 0; i < pending.size();) {
      Number value;
      Status status = evaluate(pending[i].second, names, value);
      if (status.ok()) {
        names[pending[i].first] = value;
        pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(i));
        continue;
      }
      if (problem.ok())
        problem = std::move(status).in("'" + pending[i].first + "'");
      ++i;
    }
    if (pending.size() == before)
      return circle(pending, names, std::move(problem));
  }
  return {};
}

Status addLets(const Options &options, const SweepPoint &point, Names &names) {
  std::vector<std::pair<std::string, std::string>> pending(point);
  std::set<std::string> given;
  for (auto &[name, value] : point)
    if (!given.insert(name).second)
      return Status::bad("--sweep: '", name, "' is swept twice");
  for (const std::string &lets : options.lets)
    for (const std::string &let : splitOutside(lets, ',')) {
      std::string name, value;
      TRITONC_TRY(splitAssignment(let, "--let", name, value));
      if (given.insert(name).second)
        pending.emplace_back(name, value);
    }
  for (auto &[name, value] : pending)
    if (names.count(name))
      return Status::bad("'", name, "' is fixed in this image: it is ", numberText(names.at(name)));
  return evaluateAll(std::move(pending), names);
}

using ArgTexts = std::vector<std::pair<std::string, std::string>>;

/// The text of each argument, checked against the kernel's parameters.
Status collectArgs(const Options &options, const Launch &launch, ArgTexts &texts) {
  const Manifest &manifest = launch.image->manifest;
  std::set<std::string> given;
  texts.assign(manifest.params.size(), {});
  for (const std::string &arg : options.args) {
    std::string name, value;
    TRITONC_TRY(splitAssignment(arg, "--arg", name, value));
    int index = launch.findParam(name);
    if (index < 0)
      return unknownParam(launch, "--arg", name);
    if (!given.insert(name).second)
      return Status::bad("argument '", name, "' is given twice");
    if (value.empty())
      return Status::bad("argument '", name, "' has no value");
    texts[static_cast<size_t>(index)] = {name, value};
  }
  std::string missing;
  for (const ManifestParam &param : manifest.params)
    if (!given.count(param.name))
      missing += (missing.empty() ? "'" : ", '") + param.name + "' (" + param.type + ")";
  if (!missing.empty())
    return Status::bad("no --arg for ", missing, " of kernel '", manifest.kernel, "'");
  return {};
}

Status storeScalar(const ManifestParam &param, const Number &value, Argument &argument) {
  const DataType *type = findDataType(param.type);
  if (!type)
    return Status::bad("parameters of type '", param.type, "' are not supported");
  if (param.size != type->bytes)
    return Status::bad("the manifest gives ", param.type, " ", param.size, " bytes, not ", type->bytes);
  if (type->isFloat()) {
    storeDouble(*type, value.asDouble(), argument.scalar.data());
    return {};
  }
  if (value.isFloat)
    return Status::bad(numberText(value), " is not an integer, but the parameter is ", param.type);
  if (!fitsInteger(*type, value.integer))
    return Status::bad(value.integer, " does not fit ", param.type);
  if (param.divisibility > 1 && value.integer % param.divisibility != 0)
    return Status::bad(value.integer, " is not divisible by ", param.divisibility,
                       ", which this variant was compiled for")
        .withHint("compile the kernel without ':" + std::to_string(param.divisibility) + "' on this parameter");
  storeInteger(*type, value.integer, argument.scalar.data());
  return {};
}

Status makeTensorArgument(const Options &options, const ManifestParam &param, const std::string &text, uint64_t seed,
                          const Names &names, MadeTensors &tensors, Argument &argument) {
  std::optional<DescriptorType> descriptor = descriptorType(param.type);
  std::string_view element =
      descriptor ? std::string_view(descriptor->element) : std::string_view(param.type).substr(1);
  if (!element.empty() && element[0] == 'k' && !findDataType(element))
    element.remove_prefix(1); // *kfp32: read-only
  const DataType *type = findDataType(element);
  if (!type)
    return Status::bad("parameters of type '", param.type, "' are not supported");
  TensorSpec spec;
  TRITONC_TRY(parseTensorSpec(text, names, type, spec));
  bool isBoolAsByte = type->kind == TypeClass::Bool && spec.type->bytes == 1 && !spec.type->isFloat();
  if (*spec.type != *type && !isBoolAsByte)
    return Status::bad("the tensor holds ", spec.type->name, ", but the parameter is ", param.type);
  if (descriptor && spec.dims.size() != static_cast<size_t>(descriptor->rank))
    return Status::bad("the tensor has ", spec.dims.size(), " dimensions, but the descriptor ", descriptor->rank);
  if (options.poison && spec.fill.kind == Fill::Kind::Zeros)
    spec.fill.kind = Fill::Kind::Poison;
  argument.kind = Argument::Kind::Tensor;
  return tensors.make(spec, seed, param.name, argument.data);
}

bool isTensorParam(const ManifestParam &param) { return param.isPointer() || descriptorType(param.type); }

Status evaluateArguments(const Options &options, const ArgTexts &texts, MadeTensors &tensors, Launch &launch) {
  const Manifest &manifest = launch.image->manifest;
  uint64_t seed = 0;
  TRITONC_TRY(parseUnsigned(options.seed, "--seed", seed));
  launch.arguments.assign(texts.size(), {});
  // Scalars first: they are names in tensors' dimensions.
  for (size_t i = 0; i < texts.size(); ++i) {
    const ManifestParam &param = manifest.params[i];
    const std::string &text = texts[i].second;
    if (isTensorParam(param))
      continue;
    std::string context = "argument '" + param.name + "'";
    if (text == "none" || looksLikeTensor(text))
      return Status::bad(context, ": the parameter is a scalar (", param.type, "), but '", text, "' is a ",
                         text == "none" ? "null pointer" : "tensor");
    Number value;
    TRITONC_TRY(evaluate(text, launch.names, value).in(context));
    TRITONC_TRY(storeScalar(param, value, launch.arguments[i]).in(context));
    launch.names.emplace(param.name, value);
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    const ManifestParam &param = manifest.params[i];
    const std::string &text = texts[i].second;
    if (!isTensorParam(param))
      continue;
    std::string context = "argument '" + param.name + "'";
    if (text == "none" && param.isPointer()) {
      launch.arguments[i].kind = Argument::Kind::Null;
      continue;
    }
    if (!looksLikeTensor(text))
      return Status::bad(context, ": the parameter is a ", param.isPointer() ? "pointer" : "descriptor", " (",
                         param.type, "), but '", text, "' is a scalar")
          .withHint("write DTYPE[dims]:FILL, for instance f32[1024]:randn");
    TRITONC_TRY(makeTensorArgument(options, param, text, seed, launch.names, tensors, launch.arguments[i]).in(context));
  }
  return {};
}

Status evaluateGrid(const Options &options, Launch &launch) {
  std::vector<std::string> parts;
  if (!options.grid.empty())
    parts = splitOutside(options.grid, ',');
  else
    parts = launch.image->manifest.gridHint;
  if (parts.empty())
    return Status::bad("no grid").withHint("give --grid=X[,Y[,Z]]");
  if (parts.size() > 3)
    return Status::bad("--grid has ", parts.size(), " dimensions; at most 3 are possible");
  for (size_t i = 0; i < parts.size(); ++i)
    TRITONC_TRY(evaluateInteger(parts[i], launch.names, launch.grid[i]).in("grid"));
  return {};
}

} // namespace

int Launch::findParam(const std::string &name) const {
  const std::vector<ManifestParam> &params = image->manifest.params;
  for (size_t i = 0; i < params.size(); ++i)
    if (params[i].name == name)
      return static_cast<int>(i);
  return -1;
}

Status unknownParam(const Launch &launch, const char *option, const std::string &name) {
  const Manifest &manifest = launch.image->manifest;
  std::vector<std::string> known;
  std::string list;
  for (const ManifestParam &param : manifest.params) {
    known.push_back(param.name);
    list += (list.empty() ? "" : ", ") + param.name;
  }
  for (const ManifestConstexpr &constant : manifest.constexprs)
    if (constant.name == name)
      return Status::bad(option, ": '", name, "' is a constexpr of kernel '", manifest.kernel, "', compiled as ",
                         constant.value);
  std::string hint = didYouMean(name, known);
  return Status::bad(option, ": kernel '", manifest.kernel, "' has no parameter '", name, "'")
      .withHint(hint.empty() ? "its parameters are " + list : hint);
}

Status sweepPoints(const Options &options, std::vector<SweepPoint> &points) {
  points = {{}};
  for (const std::string &sweep : options.sweeps) {
    std::string name, values;
    TRITONC_TRY(splitAssignment(sweep, "--sweep", name, values));
    std::vector<SweepPoint> grown;
    for (const SweepPoint &point : points)
      for (const std::string &value : splitOutside(values, ',')) {
        if (value.empty())
          return Status::bad("--sweep '", sweep, "' has an empty value");
        grown.push_back(point);
        grown.back().emplace_back(name, value);
      }
    points = std::move(grown);
  }
  return {};
}

Status MadeTensors::make(const TensorSpec &spec, uint64_t seed, const std::string &name,
                         std::shared_ptr<const Tensor> &tensor) {
  std::string key = concat(name, " ", spec.type->name, " ", seed, " ", int(spec.fill.kind), " ",
                           numberText(spec.fill.low), " ", numberText(spec.fill.high), " ", spec.fill.path);
  for (const std::vector<int64_t> *sizes : {&spec.dims, &spec.strides})
    for (int64_t size : *sizes)
      key += concat(",", size);
  std::shared_ptr<const Tensor> &known = tensors[key];
  if (!known) {
    auto made = std::make_shared<Tensor>();
    TRITONC_TRY(makeTensor(spec, seed, name, *made));
    made->isPoison = spec.fill.kind == Fill::Kind::Poison;
    known = std::move(made);
  }
  tensor = known;
  return {};
}

Status prepareLaunch(const Options &options, const SweepPoint &point, const KernelImage &image, MadeTensors &tensors,
                     Launch &launch) {
  launch = {};
  launch.image = &image;
  addConstants(image.manifest, launch.names);
  TRITONC_TRY(addLets(options, point, launch.names));
  ArgTexts texts;
  TRITONC_TRY(collectArgs(options, launch, texts));
  TRITONC_TRY(evaluateArguments(options, texts, tensors, launch));
  return evaluateGrid(options, launch);
}

} // namespace tritonc::run
