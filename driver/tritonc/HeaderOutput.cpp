//===- HeaderOutput.cpp - kernels for a C program -------------------------===//
#include "driver/tritonc/HeaderOutput.h"
#include "backend/cpu/HostCode.h"
#include "driver/common/Version.h"
#include "driver/tritonc/Outputs.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace tritonc {
namespace {

Error refuse(const Twine &why) { return createStringError(inconvertibleErrorCode(), why); }

/// The C type of a parameter; empty for what C cannot pass.
StringRef cTypeOf(StringRef type) {
  if (type.starts_with("*"))
    return "tritonrt_address";
  return StringSwitch<StringRef>(type)
      .Cases({"i1", "u8", "fp8e4nv", "fp8e5", "fp8e4b8", "fp8e5b16", "fp8e4b15"}, "uint8_t")
      .Case("i8", "int8_t")
      .Case("i16", "int16_t")
      .Case("i32", "int32_t")
      .Case("i64", "int64_t")
      .Cases({"u16", "fp16", "bf16"}, "uint16_t")
      .Case("u32", "uint32_t")
      .Case("u64", "uint64_t")
      .Case("fp32", "float")
      .Case("fp64", "double")
      .Default("");
}

bool isIdentifier(StringRef name) {
  return !name.empty() && !isDigit(name[0]) && all_of(name, [](char c) { return isAlnum(c) || c == '_'; });
}

/// Python's names may be words of C or C++, or those of the functions' own parameters and variables.
std::string parameterName(StringRef name) {
  static const StringSet<> taken = {
      "alignas",  "asm",      "auto",    "bool",      "break",    "case",     "catch",   "char",      "class",
      "const",    "continue", "default", "delete",    "do",       "double",   "else",    "enum",      "explicit",
      "export",   "extern",   "false",   "float",     "for",      "friend",   "goto",    "if",        "inline",
      "int",      "long",     "mutable", "namespace", "new",      "operator", "private", "protected", "public",
      "register", "restrict", "return",  "short",     "signed",   "sizeof",   "static",  "struct",    "switch",
      "template", "this",     "throw",   "true",      "try",      "typedef",  "typeid",  "typename",  "union",
      "unsigned", "using",    "virtual", "void",      "volatile", "while",    "kernel",  "grid_x",    "grid_y",
      "grid_z",   "stream",   "error",   "args",      "device",   "variant",  "file",    "status"};
  return taken.contains(name) ? (name + "_").str() : name.str();
}

/// `x_ptr: *fp32:16, n: i32`.
std::string signatureText(const Manifest &manifest) {
  std::string text;
  for (const ManifestParam &param : manifest.params) {
    text += (text.empty() ? "" : ", ") + param.name + ": " + param.type;
    if (param.divisibility > 1)
      text += ":" + std::to_string(param.divisibility);
  }
  return text;
}

std::string guardOf(StringRef fileName) {
  std::string guard;
  for (char c : fileName)
    guard += isAlnum(c) ? toUpper(c) : '_';
  return isDigit(guard[0]) ? "_" + guard : guard;
}

class HeaderWriter {
public:
  Error add(const HeaderEntry &entry) {
    const Manifest &manifest = entry.results[0]->images[0].manifest;
    const std::string name = entry.name.empty() ? manifest.kernel : entry.name;
    if (!isIdentifier(name))
      return refuse("'" + name + "' is no name in C");
    if (!names.insert(name).second)
      return refuse("two kernels are called '" + name + "': give one of them another 'name' in the spec");
    for (const CompileResult *result : entry.results)
      if (!sameParameters(manifest, result->images[0].manifest))
        return refuse("variants of '" + name + "' take different parameters");
    text += "\n/* " + name + "(" + signatureText(manifest) + ")\n";
    for (const CompileResult *result : entry.results)
      text += " *   " + result->images[0].manifest.target + " variant " + std::to_string(result->variant) + ": " +
              commentSafe(result->images[0].manifest.variantText()) + "\n";
    text += " */\n";
    writeLoad(name, manifest.kernel);
    return writeLaunch(name, manifest);
  }

  std::string text;

private:
  static bool sameParameters(const Manifest &a, const Manifest &b) {
    return a.params.size() == b.params.size() && std::equal(a.params.begin(), a.params.end(), b.params.begin(),
                                                            [](const ManifestParam &x, const ManifestParam &y) {
                                                              return x.name == y.name && x.type == y.type;
                                                            });
  }

  /// A constexpr's text may hold the end of a comment.
  static std::string commentSafe(std::string text) {
    for (size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at + 3))
      text.insert(at + 1, " ");
    return text;
  }

  void writeLoad(const std::string &name, const std::string &kernel) {
    text += formatv(R"(extern const unsigned char {0}_images[];
extern const uint64_t {0}_images_size;

/* Loads the image that suits the device. `variant` is null for the first, a number, or what the variant must have:
 * "BLOCK=1024,num_warps=8". Close the kernel with tritonrt_kernel_close. */
static inline tritonrt_status {0}_load(tritonrt_device *device, const char *variant, tritonrt_kernel **kernel,
                                       tritonrt_error *error) {{
  tritonrt_file *file = NULL;
  tritonrt_status status = tritonrt_file_from_memory({0}_images, (size_t){0}_images_size, &file, error);
  if (status != TRITONRT_OK)
    return status;
  status = tritonrt_kernel_load(file, device, "{1}", variant, kernel, error);
  tritonrt_file_close(file);
  return status;
}

/* The same with the variant that the tuning records in a file name for these key arguments ("M=4096"); the first
 * where there is no such record. `is_tuned` may be null. */
static inline tritonrt_status {0}_load_tuned(tritonrt_device *device, const char *records, const char *const *key,
                                             size_t key_count, tritonrt_kernel **kernel, int *is_tuned,
                                             tritonrt_error *error) {{
  tritonrt_file *file = NULL;
  tritonrt_status status = tritonrt_file_from_memory({0}_images, (size_t){0}_images_size, &file, error);
  if (status != TRITONRT_OK)
    return status;
  status = tritonrt_kernel_load_tuned(file, device, "{1}", records, key, key_count, kernel, is_tuned, error);
  tritonrt_file_close(file);
  return status;
}

)",
                    name, kernel)
                .str();
  }

  Error writeLaunch(const std::string &name, const Manifest &manifest) {
    std::string list, values;
    for (const ManifestParam &param : manifest.params) {
      StringRef type = cTypeOf(param.type);
      if (type.empty())
        return refuse("parameter '" + param.name + "' of '" + name + "' has the type " + param.type +
                      ", which launch functions cannot pass");
      if (!isIdentifier(param.name))
        return refuse("'" + param.name + "', a parameter of '" + name + "', is no name in C");
      std::string own = parameterName(param.name);
      list += ", " + type.str() + " " + own;
      values += (values.empty() ? "&" : ", &") + own;
    }
    text += "/* Launches a grid; pointers are addresses in the device's memory. Returns without waiting, except on the "
            "CPU. */\n";
    text += "static inline tritonrt_status " + name +
            "_launch(tritonrt_kernel *kernel, int64_t grid_x, int64_t grid_y,\n    int64_t grid_z" + list +
            ",\n    void *stream, tritonrt_error *error) {\n";
    if (values.empty())
      text += "  void **args = NULL;\n";
    else
      text += "  void *args[] = {" + values + "};\n";
    text += formatv("  return tritonrt_launch(kernel, grid_x, grid_y, grid_z, args, {0}, stream, error);\n}\n",
                    manifest.params.size())
                .str();
    return Error::success();
  }

  std::set<std::string> names;
};

/// A constant of the object that C can name.
void addConstant(Module &module, const std::string &name, Constant *value, uint64_t alignment) {
  auto *global =
      new GlobalVariable(module, value->getType(), /*isConstant=*/true, GlobalValue::ExternalLinkage, value, name);
  global->setAlignment(Align(alignment));
}

Expected<std::string> makeObject(ArrayRef<std::pair<std::string, std::string>> blobs) {
  auto machine = cpu::hostMachine(CpuOptions());
  if (!machine)
    return machine.takeError();
  LLVMContext context;
  Module module("images", context);
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());
  for (auto &[name, bytes] : blobs) {
    addConstant(module, name, ConstantDataArray::getString(context, bytes, /*AddNull=*/false), 16);
    addConstant(module, name + "_size", ConstantInt::get(Type::getInt64Ty(context), bytes.size()), 8);
  }
  return cpu::emitMachineCode(module, **machine, /*assembly=*/false);
}

} // namespace

Expected<HeaderAndObject> makeHeader(StringRef fileName, std::vector<HeaderEntry> entries) {
  HeaderWriter writer;
  std::vector<std::pair<std::string, std::string>> blobs;
  for (const HeaderEntry &entry : entries) {
    if (entry.results.empty())
      continue;
    if (Error error = writer.add(entry))
      return std::move(error);
    std::vector<CompileResult> results;
    for (const CompileResult *result : entry.results)
      results.push_back(*result);
    auto bundle = makeBundle(results);
    if (!bundle)
      return bundle.takeError();
    const std::string &kernel = entry.results[0]->images[0].manifest.kernel;
    blobs.emplace_back((entry.name.empty() ? kernel : entry.name) + "_images", std::move(*bundle));
  }
  auto object = makeObject(blobs);
  if (!object)
    return object.takeError();
  const std::string guard = guardOf(fileName);
  HeaderAndObject made;
  made.header =
      "/* Made by tritonc " TRITONC_VERSION ". Link the object of the same name and libtritonrt. */\n#ifndef " + guard +
      "\n#define " + guard + "\n\n#include \"tritonrt.h\"\n\n" + "#ifdef __cplusplus\nextern \"C\" {\n#endif\n" +
      writer.text + "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  made.object = std::move(*object);
  return made;
}

} // namespace tritonc
