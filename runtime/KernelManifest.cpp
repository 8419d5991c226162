//===- KernelManifest.cpp - manifests to TOML and back --------------------===//
//
// Written by hand and not through toml++, so that the text depends on nothing but the fields and keeps their order;
// read through toml++, so that people may edit and reformat it.
//
//===----------------------------------------------------------------------===//
#include "runtime/KernelManifest.h"
#include "runtime/QuotedText.h"
#include "runtime/TomlProblem.h"
#include <charconv>
#include <limits>
#include <toml++/toml.h>

namespace tritonc {
namespace {

std::string floatText(double value) {
  if (value != value)
    return "nan";
  if (value == std::numeric_limits<double>::infinity())
    return "inf";
  if (value == -std::numeric_limits<double>::infinity())
    return "-inf";
  char buffer[40];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  std::string text(buffer, end);
  // TOML tells floats from integers by the point or the exponent.
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

/// A value as TOML text again, so that a constexpr comes back as it was written.
std::string valueText(const toml::node &node) {
  if (auto *value = node.as_integer())
    return std::to_string(value->get());
  if (auto *value = node.as_floating_point())
    return floatText(value->get());
  if (auto *value = node.as_boolean())
    return value->get() ? "true" : "false";
  if (auto *value = node.as_string())
    return quotedText(value->get());
  if (auto *array = node.as_array()) {
    std::string text = "[";
    for (const toml::node &element : *array)
      text += (text.size() > 1 ? ", " : "") + valueText(element);
    return text + "]";
  }
  return quotedText("?");
}

/// Text that is a TOML value stays; anything else becomes a string, so that what we write can always be read.
std::string tomlValue(const std::string &text) {
  if (text.find('\n') != std::string::npos)
    return quotedText(text);
  try {
    toml::table table = toml::parse("v = " + text);
    return table.size() == 1 ? text : quotedText(text);
  } catch (const toml::parse_error &) {
    return quotedText(text);
  }
}

class Writer {
public:
  void field(const char *key, std::string_view value) { out += concat(key, " = ", quotedText(value), "\n"); }
  void field(const char *key, int64_t value) { out += concat(key, " = ", value, "\n"); }
  void list(const char *key, const std::vector<std::string> &values) {
    out += concat(key, " = [");
    for (size_t i = 0; i < values.size(); ++i)
      out += (i ? ", " : "") + quotedText(values[i]);
    out += "]\n";
  }
  /// Leaves out what was not asked for.
  void option(const char *key, int value) {
    if (value != 0)
      field(key, int64_t(value));
  }
  /// Leaves out what is not known.
  void known(const char *key, int value) {
    if (value >= 0)
      field(key, int64_t(value));
  }
  void known(const char *key, const std::string &value) {
    if (!value.empty())
      field(key, value);
  }
  std::string out;
};

void writeResources(Writer &writer, const ResourceReport &resources) {
  writer.out += "\n[resources]\n";
  writer.known("registers", resources.registers);
  writer.known("agprs", resources.agprs);
  writer.known("sgprs", resources.sgprs);
  writer.known("spills", resources.spills);
  writer.known("sgpr_spills", resources.sgprSpills);
  writer.known("spill_unit", resources.spillUnit);
  writer.known("stack_bytes", resources.stackBytes);
  writer.known("shared_bytes", resources.sharedBytes);
  writer.known("barriers", resources.barriers);
  writer.known("programs_per_unit", resources.programsPerUnit);
  writer.known("limited_by", resources.limitedBy);
  writer.known("source", resources.source);
}

/// Reads fields of one table and remembers the first complaint.
class Reader {
public:
  Reader(const toml::table &table, std::string origin) : table(table), origin(std::move(origin)) {}

  void text(const char *key, std::string &value, bool required = false) {
    const toml::node *node = find(key, required);
    if (!node)
      return;
    if (auto found = node->value_exact<std::string>())
      value = *found;
    else
      complain(*node, concat("'", key, "' must be a string"));
  }
  template <typename Int> void integer(const char *key, Int &value, int64_t low, int64_t high) {
    const toml::node *node = find(key, false);
    if (!node)
      return;
    auto found = node->value_exact<int64_t>();
    if (found && *found >= low && *found <= high)
      value = static_cast<Int>(*found);
    else
      complain(*node, concat("'", key, "' must be an integer from ", low, " to ", high));
  }
  void strings(const char *key, std::vector<std::string> &values) {
    const toml::node *node = find(key, false);
    if (!node)
      return;
    const toml::array *array = node->as_array();
    if (!array)
      return complain(*node, concat("'", key, "' must be an array of strings"));
    for (const toml::node &element : *array) {
      if (auto found = element.value_exact<std::string>())
        values.push_back(*found);
      else
        complain(element, concat("'", key, "' must be an array of strings"));
    }
  }
  /// Calls `each` with every table of the array `key`.
  template <typename Each> void tables(const char *key, Each each) {
    const toml::node *node = find(key, false);
    if (!node)
      return;
    const toml::array *array = node->as_array();
    if (!array)
      return complain(*node, concat("'", key, "' must be an array of tables"));
    for (const toml::node &element : *array) {
      if (const toml::table *inner = element.as_table())
        each(*inner);
      else
        complain(element, concat("'", key, "' must be an array of tables"));
    }
  }
  void complain(const toml::node &node, const std::string &message) {
    if (!status.ok())
      return;
    status = Status::bad(origin, ":", node.source().begin.line, ":", node.source().begin.column, ": ", message);
  }
  const toml::node *find(const char *key, bool required) {
    const toml::node *node = table.get(key);
    if (!node && required && status.ok())
      status = Status::bad(origin, ": not a kernel manifest: '", key, "' is missing");
    return node;
  }

  const toml::table &table;
  std::string origin;
  Status status;
};

constexpr int64_t intMax = std::numeric_limits<int>::max();

Status readParam(const toml::table &table, const std::string &origin, ManifestParam &param) {
  Reader reader(table, origin);
  reader.text("name", param.name, true);
  reader.text("type", param.type, true);
  reader.integer("size", param.size, 1, 4096);
  reader.integer("divisibility", param.divisibility, 1, intMax);
  if (reader.status.ok() && param.size == 0)
    return Status::bad(origin, ": parameter '", param.name, "' has no 'size'");
  bool isDescriptor = param.type.compare(0, 10, "tensordesc") == 0;
  if (reader.status.ok() && !isDescriptor && (param.isPointer() ? param.size != 8 : param.size > 8))
    return Status::bad(origin, ": parameter '", param.name, "' of type ", param.type, " cannot have ", param.size,
                       " bytes");
  return reader.status;
}

Status readConstexpr(const toml::table &table, const std::string &origin, ManifestConstexpr &constant) {
  Reader reader(table, origin);
  reader.text("name", constant.name, true);
  if (const toml::node *node = reader.find("value", true))
    constant.value = valueText(*node);
  return reader.status;
}

Status readTensorMap(const toml::table &table, const std::string &origin, ManifestTensorMap &map) {
  Reader reader(table, origin);
  reader.text("base", map.base, true);
  reader.strings("sizes", map.sizes);
  reader.strings("strides", map.strides);
  reader.integer("box_rows", map.boxRows, 1, 256);
  reader.integer("box_columns", map.boxColumns, 1, 256);
  reader.integer("element_bytes", map.elementBytes, 1, 4);
  if (reader.status.ok() && (map.sizes.size() != 2 || map.strides.size() != 2))
    return Status::bad(origin, ": a tensor map needs two 'sizes' and two 'strides'");
  return reader.status;
}

Status readResources(const toml::table &table, const std::string &origin, ResourceReport &resources) {
  Reader reader(table, origin);
  reader.integer("registers", resources.registers, -1, intMax);
  reader.integer("agprs", resources.agprs, -1, intMax);
  reader.integer("sgprs", resources.sgprs, -1, intMax);
  reader.integer("spills", resources.spills, -1, intMax);
  reader.integer("sgpr_spills", resources.sgprSpills, -1, intMax);
  reader.text("spill_unit", resources.spillUnit);
  reader.integer("stack_bytes", resources.stackBytes, -1, intMax);
  reader.integer("shared_bytes", resources.sharedBytes, -1, intMax);
  reader.integer("barriers", resources.barriers, -1, intMax);
  reader.integer("programs_per_unit", resources.programsPerUnit, -1, intMax);
  reader.text("limited_by", resources.limitedBy);
  reader.text("source", resources.source);
  return reader.status;
}

Status readFields(const toml::table &table, const std::string &origin, Manifest &manifest) {
  Reader reader(table, origin);
  if (!reader.find("format_version", true))
    return reader.status;
  reader.integer("format_version", manifest.formatVersion, 1, intMax);
  TRITONC_TRY(reader.status);
  if (manifest.formatVersion > Manifest().formatVersion)
    return Status::bad(origin, ": manifest has format version ", manifest.formatVersion, ", but this tool reads up to ",
                       Manifest().formatVersion)
        .withHint("use a newer tritonrun");
  reader.text("compiler", manifest.compilerVersion);
  reader.text("kernel", manifest.kernel, true);
  reader.text("target", manifest.target, true);
  reader.text("image_kind", manifest.imageKind, true);
  reader.integer("num_warps", manifest.numWarps, 1, 1024);
  reader.integer("num_stages", manifest.numStages, 0, 1024);
  reader.integer("num_ctas", manifest.numCtas, 1, 64);
  reader.integer("maxnreg", manifest.maxRegisters, 0, 1024);
  reader.integer("waves_per_eu", manifest.wavesPerEu, 0, 64);
  reader.integer("matrix_instr_nonkdim", manifest.matrixInstrNonKDim, 0, 64);
  reader.integer("kpack", manifest.kpack, 0, 64);
  reader.integer("warp_size", manifest.warpSize, 1, 1024);
  reader.integer("threads", manifest.threads, 1, 65536);
  reader.integer("shared_bytes", manifest.sharedBytes, 0, intMax);
  reader.integer("scratch_bytes", manifest.scratchBytes, 0, int64_t(1) << 48);
  reader.integer("scratch_align", manifest.scratchAlign, 1, 1 << 20);
  reader.integer("trailing_pointers", manifest.trailingPointers, 0, 16);
  reader.strings("grid", manifest.gridHint);
  reader.strings("tune_key", manifest.tuneKey);
  reader.strings("reset_to_zero", manifest.resetToZero);
  reader.strings("restore_value", manifest.restoreValue);
  reader.text("content_hash", manifest.contentHash);
  Status inner;
  reader.tables("param", [&](const toml::table &each) {
    manifest.params.emplace_back();
    if (inner.ok())
      inner = readParam(each, origin, manifest.params.back());
  });
  reader.tables("constexpr", [&](const toml::table &each) {
    manifest.constexprs.emplace_back();
    if (inner.ok())
      inner = readConstexpr(each, origin, manifest.constexprs.back());
  });
  reader.tables("tensor_map", [&](const toml::table &each) {
    manifest.tensorMaps.emplace_back();
    if (inner.ok())
      inner = readTensorMap(each, origin, manifest.tensorMaps.back());
  });
  TRITONC_TRY(reader.status);
  TRITONC_TRY(inner);
  if (const toml::table *resources = table["resources"].as_table())
    return readResources(*resources, origin, manifest.resources);
  return {};
}

} // namespace

std::string Manifest::variantText() const {
  std::string text;
  for (const ManifestConstexpr &constant : constexprs)
    text += constant.name + "=" + constant.value + ", ";
  text += concat("num_warps=", numWarps, ", num_stages=", numStages);
  if (numCtas != 1)
    text += concat(", num_ctas=", numCtas);
  std::string extra = extraOptions();
  return extra.empty() ? text : text + ", " + extra;
}

std::string Manifest::extraOptions() const {
  std::string text;
  for (auto [name, value] : {std::pair("maxnreg", maxRegisters), std::pair("waves_per_eu", wavesPerEu),
                             std::pair("matrix_instr_nonkdim", matrixInstrNonKDim), std::pair("kpack", kpack)})
    if (value != 0)
      text += concat(text.empty() ? "" : ", ", name, "=", value);
  return text;
}

std::string toToml(const Manifest &manifest) {
  Writer writer;
  writer.field("format_version", manifest.formatVersion);
  writer.field("compiler", manifest.compilerVersion);
  writer.field("kernel", manifest.kernel);
  writer.field("target", manifest.target);
  writer.field("image_kind", manifest.imageKind);
  writer.field("num_warps", manifest.numWarps);
  writer.field("num_stages", manifest.numStages);
  writer.field("num_ctas", manifest.numCtas);
  writer.option("maxnreg", manifest.maxRegisters);
  writer.option("waves_per_eu", manifest.wavesPerEu);
  writer.option("matrix_instr_nonkdim", manifest.matrixInstrNonKDim);
  writer.option("kpack", manifest.kpack);
  writer.field("warp_size", manifest.warpSize);
  writer.field("threads", manifest.threads);
  writer.field("shared_bytes", manifest.sharedBytes);
  writer.field("scratch_bytes", manifest.scratchBytes);
  writer.field("scratch_align", manifest.scratchAlign);
  writer.field("trailing_pointers", manifest.trailingPointers);
  writer.list("grid", manifest.gridHint);
  if (!manifest.tuneKey.empty())
    writer.list("tune_key", manifest.tuneKey);
  if (!manifest.resetToZero.empty())
    writer.list("reset_to_zero", manifest.resetToZero);
  if (!manifest.restoreValue.empty())
    writer.list("restore_value", manifest.restoreValue);
  writer.field("content_hash", manifest.contentHash);
  for (const ManifestParam &param : manifest.params) {
    writer.out += "\n[[param]]\n";
    writer.field("name", param.name);
    writer.field("type", param.type);
    writer.field("size", param.size);
    writer.field("divisibility", param.divisibility);
  }
  for (const ManifestConstexpr &constant : manifest.constexprs) {
    writer.out += "\n[[constexpr]]\n";
    writer.field("name", constant.name);
    writer.out += "value = " + tomlValue(constant.value) + "\n";
  }
  for (const ManifestTensorMap &map : manifest.tensorMaps) {
    writer.out += "\n[[tensor_map]]\n";
    writer.field("base", map.base);
    writer.list("sizes", map.sizes);
    writer.list("strides", map.strides);
    writer.field("box_rows", map.boxRows);
    writer.field("box_columns", map.boxColumns);
    writer.field("element_bytes", map.elementBytes);
  }
  writeResources(writer, manifest.resources);
  return writer.out;
}

Status readManifest(std::string_view toml, std::string_view origin, Manifest &manifest) {
  std::string name(origin);
  try {
    toml::table table = toml::parse(toml, name);
    return readFields(table, name, manifest);
  } catch (const toml::parse_error &error) {
    return Status::bad(name, ":", error.source().begin.line, ":", error.source().begin.column,
                       ": not a kernel manifest: ", tomlProblem(error.description()));
  }
}

} // namespace tritonc
