#include "driver/tritonrun/Outputs.h"
#include "runtime/data/Npy.h"
#include "llvm/Support/FileSystem.h"
#include <unistd.h>

namespace tritonc::run {
namespace {

/// The tensor argument with this name.
Status tensorNamed(const Launch &launch, const char *option, const std::string &name, size_t &index) {
  int found = launch.findParam(name);
  if (found < 0)
    return unknownParam(launch, option, name);
  index = static_cast<size_t>(found);
  if (launch.arguments[index].kind != Argument::Kind::Tensor)
    return Status::bad(option, ": '", name, "' is not a tensor here");
  return {};
}

/// `NAME` or `NAME[slice]`.
Status splitPrint(const std::string &text, std::string &name, std::string &slice) {
  size_t open = text.find('[');
  name = text.substr(0, open);
  slice.clear();
  if (open == std::string::npos)
    return {};
  if (text.back() != ']')
    return Status::bad("--print '", text, "': ']' is missing");
  slice = text.substr(open + 1, text.size() - open - 2);
  return {};
}

/// The expected tensor of --expect, of the same type and shape as the one of the kernel.
Status expectedTensor(const Launch &launch, const std::string &expect, size_t &index, Tensor &expected) {
  std::string name, spec;
  TRITONC_TRY(splitAssignment(expect, "--expect", name, spec));
  TRITONC_TRY(tensorNamed(launch, "--expect", name, index));
  const Tensor &tensor = launch.arguments[index].tensor();
  TensorSpec parsed;
  std::string context = "--expect " + name;
  if (!looksLikeTensor(spec))
    return Status::bad(context, ": '", spec, "' is not a tensor").withHint("write " + name + "=@FILE.npy");
  TRITONC_TRY(parseTensorSpec(spec, launch.names, tensor.type, parsed).in(context));
  TRITONC_TRY(makeTensor(parsed, 0, name, expected).in(context));
  if (expected.type != tensor.type || expected.dims != tensor.dims)
    return Status::bad(context, ": expected ", expected.shapeText(), ", but the argument is ", tensor.shapeText());
  return {};
}

bool folderIsWritable(const std::string &path) {
  size_t slash = path.find_last_of('/');
  std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  return access(folder.c_str(), W_OK) == 0;
}

} // namespace

Status tolerance(const Options &options, const DataType &type, Tolerance &tolerance) {
  tolerance = defaultTolerance(type);
  for (auto [text, option, value] : {std::tuple(&options.rtol, "--rtol", &tolerance.relative),
                                     std::tuple(&options.atol, "--atol", &tolerance.absolute)}) {
    if (text->empty())
      continue;
    Number number;
    if (!evaluate(*text, {}, number).ok() || !(number.asDouble() >= 0))
      return Status::bad(option, " '", *text, "' is not a tolerance");
    *value = number.asDouble();
  }
  return {};
}

static bool isImage(const std::string &path, const Options &options) {
  return llvm::sys::fs::equivalent(path, options.image) || llvm::sys::fs::equivalent(path, options.image + ".toml");
}

Status checkOutputOptions(const Options &options, const Launch &launch) {
  std::string name, rest, text;
  size_t index = 0;
  Tensor expected;
  for (const auto &[option, file] : {std::pair("--json", options.json), std::pair("--csv", options.csv)})
    if (file && isImage(*file, options))
      return Status::bad(option, ": cannot write '", *file, "': it is the kernel's file");
  for (const std::string &save : options.saves) {
    TRITONC_TRY(splitAssignment(save, "--save", name, rest));
    if (isImage(rest, options))
      return Status::bad("--save: cannot write '", rest, "': it is the kernel's file");
    TRITONC_TRY(tensorNamed(launch, "--save", name, index));
    if (!folderIsWritable(rest))
      return Status::bad("--save: cannot write '", rest, "': its folder is missing or not writable");
  }
  for (const std::string &print : options.prints) {
    TRITONC_TRY(splitPrint(print, name, rest));
    TRITONC_TRY(tensorNamed(launch, "--print", name, index));
    TRITONC_TRY(formatSlice(launch.arguments[index].tensor(), rest, launch.names, text).in("--print " + print));
  }
  for (const std::string &expect : options.expects)
    TRITONC_TRY(expectedTensor(launch, expect, index, expected));
  Tolerance unused;
  return tolerance(options, *findDataType("fp32"), unused);
}

Status saveTensors(const Options &options, const Launch &launch, const std::vector<Tensor> &outputs, Messages &notes) {
  for (const std::string &save : options.saves) {
    std::string name, path;
    size_t index = 0;
    TRITONC_TRY(splitAssignment(save, "--save", name, path));
    TRITONC_TRY(tensorNamed(launch, "--save", name, index));
    TRITONC_TRY(writeNpy(path, outputs[index]));
    if (outputs[index].type->numpyIsRaw)
      notes.push_back(concat("'", path, "' holds ", outputs[index].type->name, " as raw '", outputs[index].type->numpy,
                             "', as numpy has no such type"));
  }
  return {};
}

Status printTensors(const Options &options, const Launch &launch, const std::vector<Tensor> &outputs,
                    std::string &text) {
  for (const std::string &print : options.prints) {
    std::string name, slice, values;
    size_t index = 0;
    TRITONC_TRY(splitPrint(print, name, slice));
    TRITONC_TRY(tensorNamed(launch, "--print", name, index));
    TRITONC_TRY(formatSlice(outputs[index], slice, launch.names, values).in("--print " + print));
    bool oneLine = values.find('\n') + 1 == values.size() || values.empty();
    text += print + (oneLine ? " = " : " =\n") + (values.empty() ? "(empty)\n" : values);
  }
  return {};
}

Status compareExpected(const Options &options, const Launch &launch, const std::vector<Tensor> &outputs,
                       Messages &mismatches, int &compared) {
  for (const std::string &expect : options.expects) {
    size_t index = 0;
    Tensor expected;
    Tolerance limits;
    TRITONC_TRY(expectedTensor(launch, expect, index, expected));
    TRITONC_TRY(tolerance(options, *expected.type, limits));
    Comparison comparison = compareTensors(outputs[index], expected, limits);
    ++compared;
    if (comparison.mismatches)
      mismatches.push_back(concat("'", launch.image->manifest.params[index].name,
                                  "' differs from what is expected: ", describe(comparison, expected.dims)));
  }
  return {};
}

Status compareRuns(const Options &options, const Launch &launch, const std::vector<Tensor> &outputs,
                   const Launch &otherLaunch, const std::vector<Tensor> &others, const std::string &where,
                   Messages &mismatches) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (launch.arguments[i].kind != Argument::Kind::Tensor)
      continue;
    const std::string &name = launch.image->manifest.params[i].name;
    int found = otherLaunch.findParam(name);
    const Tensor *other = found < 0 ? nullptr : &others[static_cast<size_t>(found)];
    if (!other || !other->type || other->type != outputs[i].type || other->dims != outputs[i].dims)
      return Status::bad("--check-against: '", name, "' is not the same tensor on ", where);
    Tolerance limits;
    TRITONC_TRY(tolerance(options, *other->type, limits));
    Comparison comparison = compareTensors(outputs[i], *other, limits);
    if (comparison.mismatches)
      mismatches.push_back(
          concat("'", name, "' differs from the run on ", where, ": ", describe(comparison, outputs[i].dims)));
  }
  return {};
}

} // namespace tritonc::run
