//===- TritonArtifact.cpp - kernels from Triton's own cache ---------------===//
//
// The metadata has the launch figures (num_warps, shared, global_scratch_size, ...) under their Python names. The
// kernel's parameters are those of `tt.func public @NAME(...)` in the TTIR, whose names are Python's too; its machine
// code takes two more pointers, for global and for profiling scratch (Triton 3.4 and later).
//
//===----------------------------------------------------------------------===//
#include "runtime/TritonArtifact.h"
#include "runtime/Files.h"
#include "runtime/data/DataType.h"
#include "runtime/data/Expression.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace tritonc {
namespace {

/// `!tt.ptr<f32>` is `*fp32`, `bf16` is `bf16`, `i32` is `i32`.
std::string signatureType(StringRef type) {
  type = type.trim();
  if (type.consume_front("!tt.ptr<")) {
    StringRef element = type.rsplit('>').first.split(',').first;
    std::string inner = signatureType(element);
    return inner.empty() ? "*i8" : "*" + inner;
  }
  if (type == "f8E4M3FN")
    return "fp8e4nv";
  if (type == "f8E5M2")
    return "fp8e5";
  if (type == "f8E4M3FNUZ")
    return "fp8e4b8";
  if (type == "f8E5M2FNUZ")
    return "fp8e5b16";
  const DataType *known = findDataType(std::string_view(type.data(), type.size()));
  return known ? std::string(known->name) : std::string();
}

Status parseParam(StringRef text, const std::string &path, ManifestParam &param) {
  auto [name, rest] = text.trim().split(':');
  param.name = name.trim().ltrim('%').str();
  StringRef type = rest.take_until([](char c) { return c == '{'; });
  type = type.split(" loc(").first;
  param.type = signatureType(type);
  if (param.type.empty())
    return Status::bad(path, ": the type '", type.trim().str(), "' of parameter '", param.name, "' cannot be launched");
  const DataType *scalar = param.isPointer() ? nullptr : findDataType(param.type);
  param.size = scalar ? scalar->bytes : 8;
  auto attribute = rest.split("tt.divisibility = ").second;
  unsigned divisibility = 0;
  if (!attribute.consumeInteger(10, divisibility) && divisibility > 0)
    param.divisibility = static_cast<int>(divisibility);
  return {};
}

/// The parameters between the parentheses of the kernel's function.
Status parseSignature(StringRef ttir, const std::string &path, Manifest &manifest) {
  size_t at = ttir.find("@" + manifest.kernel + "(");
  if (at == StringRef::npos)
    return Status::bad(path, ": there is no function '", manifest.kernel, "'");
  StringRef text = ttir.substr(at + manifest.kernel.size() + 2);
  int depth = 1;
  size_t end = 0;
  for (; end < text.size() && depth > 0; ++end)
    depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
  if (depth != 0)
    return Status::bad(path, ": the function '", manifest.kernel, "' is cut off");
  for (const std::string &part : splitOutside(std::string_view(text.data(), end - 1), ',')) {
    if (part.empty())
      continue;
    manifest.params.emplace_back();
    TRITONC_TRY(parseParam(part, path, manifest.params.back()));
  }
  return {};
}

Status parseMetadata(const std::string &text, const std::string &path, Manifest &manifest) {
  Expected<json::Value> parsed = json::parse(text);
  if (!parsed)
    return Status::bad(path, ": not a JSON file: ", toString(parsed.takeError()));
  const json::Object *object = parsed->getAsObject();
  const json::Object *target = object ? object->getObject("target") : nullptr;
  if (!target || !object->getString("name"))
    return Status::bad(path, ": not the metadata of a Triton kernel: 'name' or 'target' is missing");
  auto integer = [&](const json::Object &from, StringRef key, int64_t otherwise) {
    return from.getInteger(key).value_or(otherwise);
  };
  manifest.kernel = object->getString("name")->str();
  manifest.compilerVersion = "triton " + object->getString("triton_version").value_or("?").str();
  if (target->getString("backend") == "cuda") {
    // Code for these architectures is compiled for exactly them.
    int64_t arch = integer(*target, "arch", 0);
    manifest.target = concat("sm_", arch, arch >= 90 ? "a" : "");
  } else {
    manifest.target = target->getString("arch").value_or("").split(':').first.str();
  }
  manifest.numWarps = static_cast<int>(integer(*object, "num_warps", 4));
  manifest.numStages = static_cast<int>(integer(*object, "num_stages", 3));
  manifest.numCtas = static_cast<int>(integer(*object, "num_ctas", 1));
  manifest.warpSize = static_cast<int>(integer(*target, "warp_size", 32));
  manifest.threads = manifest.numWarps * manifest.warpSize;
  manifest.sharedBytes = static_cast<int>(integer(*object, "shared", 0));
  manifest.scratchBytes = integer(*object, "global_scratch_size", 0);
  manifest.scratchAlign = static_cast<int>(integer(*object, "global_scratch_align", 1));
  manifest.trailingPointers = 2;
  bool sane = manifest.numWarps > 0 && manifest.numWarps <= 64 && manifest.warpSize > 0 && manifest.warpSize <= 64 &&
              manifest.numCtas > 0 && manifest.sharedBytes >= 0 && manifest.scratchBytes >= 0;
  return sane ? Status() : Status::bad(path, ": not the metadata of a Triton kernel: impossible launch figures");
}

} // namespace

bool isTritonArtifact(const std::string &path) { return StringRef(path).ends_with(".json"); }

Status openTritonArtifact(const std::string &path, ImageFile &file) {
  std::string text, stem = path.substr(0, path.size() - 5);
  file.path = path;
  TRITONC_TRY(readFile(path, text));
  KernelImage image;
  TRITONC_TRY(parseMetadata(text, path, image.manifest));
  TRITONC_TRY(readFile(stem + ".ttir", text).in("the parameters of a Triton kernel are read from its .ttir"));
  TRITONC_TRY(parseSignature(text, stem + ".ttir", image.manifest));
  for (const char *kind : {"cubin", "hsaco", "ptx"}) {
    auto storage = std::make_unique<std::string>();
    if (!readFile(stem + "." + kind, *storage).ok())
      continue;
    file.storage = std::move(storage);
    image.manifest.imageKind = kind;
    image.bytes = *file.storage;
    file.images.push_back(std::move(image));
    return {};
  }
  return Status::bad("there is no .cubin, .hsaco or .ptx beside '", path, "'");
}

} // namespace tritonc
