//===- Spec.cpp - many kernels in one file --------------------------------===//
#include "driver/tritonc/Spec.h"
#include "llvm/Support/Path.h"
#include <charconv>
#include <toml++/toml.h>

using namespace llvm;

namespace tritonc {
namespace {

using Lists = std::vector<int> TritoncOptions::*;
const std::pair<StringRef, Lists> numberKeys[] = {{"num-warps", &TritoncOptions::numWarps},
                                                  {"num-stages", &TritoncOptions::numStages},
                                                  {"num-ctas", &TritoncOptions::numCtas},
                                                  {"maxnreg", &TritoncOptions::maxRegisters},
                                                  {"waves-per-eu", &TritoncOptions::wavesPerEu},
                                                  {"matrix-instr-nonkdim", &TritoncOptions::matrixInstrNonKDim},
                                                  {"kpack", &TritoncOptions::kpack}};

/// Keys of an entry alone, and keys that may also stand above all entries.
const StringRef entryKeys[] = {"kernel", "name", "signature"};
const StringRef sharedKeys[] = {"source", "target", "define", "include", "autotune"};

class SpecReader {
public:
  SpecReader(const TritoncOptions &options, std::shared_ptr<SourceFile> file, DiagnosticEngine &diagnostics)
      : commandLine(options), file(std::move(file)), folder(sys::path::parent_path(this->file->path)),
        diagnostics(diagnostics) {}

  void read(const toml::table &table, std::vector<KernelRequest> &requests) {
    TritoncOptions defaults = commandLine;
    for (auto &&[key, node] : table)
      if (key.str() != "kernel")
        readKey(key, node, defaults, nullptr);
    const toml::array *entries = table["kernel"].as_array();
    if (!entries || entries->empty()) {
      const toml::node *wrong = table.get("kernel");
      error(wrong ? rangeOf(*wrong) : SourceRange{file.get(), 0, 0},
            wrong ? "'kernel' must be an array of tables" : "'" + file->path + "' lists no kernel")
          .withHint("write [[kernel]] before the keys of each kernel");
      return;
    }
    for (const toml::node &entry : *entries)
      if (const toml::table *inner = entry.as_table())
        readEntry(*inner, defaults, requests);
      else
        error(rangeOf(entry), "'kernel' must be an array of tables");
  }

  /// The place of a line and column, which toml++ counts in characters.
  SourceRange rangeAt(const toml::source_position &position) const {
    StringRef text = file->text;
    size_t at = 0;
    for (unsigned line = 1; line < position.line && at != StringRef::npos; ++line)
      at = text.find('\n', at) == StringRef::npos ? StringRef::npos : text.find('\n', at) + 1;
    if (at == StringRef::npos)
      at = text.size();
    for (unsigned column = 1; column < position.column && at < text.size() && text[at] != '\n'; ++column)
      do
        ++at;
      while (at < text.size() && (text[at] & 0xc0) == 0x80);
    const auto begin = static_cast<uint32_t>(std::min(at, text.size()));
    return {file.get(), begin, begin};
  }

  Diagnostic &error(SourceRange where, const std::string &message) {
    return diagnostics.report(DiagId::spec_error, where, message);
  }

private:
  SourceRange rangeOf(const toml::node &node) const { return rangeAt(node.source().begin); }

  /// `num_warps`, as manifests write it, is `num-warps`.
  static std::string keyOf(const toml::key &key) {
    std::string name(key.str());
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
  }

  std::string fromFolder(const std::string &name) const {
    if (folder.empty() || sys::path::is_absolute(name))
      return name;
    SmallString<128> path(folder);
    sys::path::append(path, name);
    return path.str().str();
  }

  void readEntry(const toml::table &table, const TritoncOptions &defaults, std::vector<KernelRequest> &requests) {
    KernelRequest request;
    request.options = defaults;
    request.where = rangeOf(table);
    for (auto &&[key, node] : table)
      readKey(key, node, request.options, &request);
    // What the command line says comes last.
    for (const std::string &define : commandLine.defines)
      request.options.defines.push_back(define);
    if (request.options.inputs.empty() && !table.contains("source"))
      error(request.where, "'source' is missing").withHint("write source = \"FILE.py\" in this [[kernel]]");
    requests.push_back(std::move(request));
  }

  void readKey(const toml::key &name, const toml::node &node, TritoncOptions &into, KernelRequest *request) {
    const std::string key = keyOf(name);
    for (auto [number, field] : numberKeys)
      if (key == number)
        return readNumbers(key, node, into.*field, (commandLine.*field).empty());
    if (key == "target")
      return readTargets(node, into);
    if (key == "include")
      return readInclude(node, into);
    if (key == "define")
      return readDefines(node, into);
    if (key == "autotune")
      return readAutotune(node, into);
    std::string text;
    if (key == "source" && readText(key, node, text))
      into.inputs = {fromFolder(text)};
    else if (request && key == "kernel" && readText(key, node, text))
      into.kernel = text;
    else if (request && key == "signature" && readText(key, node, text))
      into.signature = text;
    else if (request && key == "name" && readText(key, node, text))
      request->name = text;
    else if (key != "source" && !(request && is_contained(entryKeys, key)))
      unknownKey(key, rangeAt(name.source().begin), request != nullptr);
  }

  void unknownKey(const std::string &key, SourceRange where, bool isEntry) {
    std::vector<std::string> known(std::begin(sharedKeys), std::end(sharedKeys));
    for (auto [name, field] : numberKeys)
      known.push_back(name.str());
    if (isEntry)
      known.insert(known.end(), std::begin(entryKeys), std::end(entryKeys));
    Diagnostic &report = error(where, "unknown key '" + key + "'");
    if (std::string near = nearestName(key, known); !near.empty())
      report.withHint("did you mean '" + near + "'?");
    else if (is_contained(entryKeys, key))
      report.withHint("'" + key + "' belongs to one kernel: put it below its [[kernel]]");
    else
      report.withHint("the keys are " + join(known, ", "));
  }

  bool readText(const std::string &key, const toml::node &node, std::string &text) {
    auto value = node.value_exact<std::string>();
    if (value && !value->empty()) {
      text = *value;
      return true;
    }
    error(rangeOf(node), "'" + key + "' must be a string that is not empty");
    return false;
  }

  /// Calls `each` with the value, or with every element of an array; an empty one is refused.
  template <typename Each> void forEach(const std::string &key, const toml::node &node, Each each) {
    const toml::array *array = node.as_array();
    if (!array)
      return each(node);
    if (array->empty())
      error(rangeOf(node), "'" + key + "' is an empty list");
    for (const toml::node &element : *array)
      each(element);
  }

  void readNumbers(const std::string &key, const toml::node &node, std::vector<int> &values, bool counts) {
    std::vector<int> read;
    forEach(key, node, [&](const toml::node &element) {
      auto number = element.value_exact<int64_t>();
      if (number && *number >= 0 && *number <= 1 << 20)
        read.push_back(static_cast<int>(*number));
      else
        error(rangeOf(element), "'" + key + "' must be a number or a list of numbers");
    });
    if (counts)
      values = std::move(read);
  }

  void readTargets(const toml::node &node, TritoncOptions &into) {
    std::vector<std::string> targets;
    forEach("target", node, [&](const toml::node &element) {
      std::string text;
      if (readText("target", element, text))
        targets.push_back(text);
    });
    if (commandLine.targets.empty())
      into.targets = std::move(targets);
  }

  void readInclude(const toml::node &node, TritoncOptions &into) {
    // Behind the command line's, as -I goes before what a file says.
    forEach("include", node, [&](const toml::node &element) {
      std::string text;
      if (readText("include", element, text))
        into.includeDirs.push_back(fromFolder(text));
    });
  }

  void readAutotune(const toml::node &node, TritoncOptions &into) {
    auto value = node.value_exact<bool>();
    if (!value) {
      error(rangeOf(node), "'autotune' must be true or false");
      return;
    }
    if (!commandLine.autotune && !commandLine.noAutotune) {
      into.autotune = *value;
      into.noAutotune = !*value;
    }
  }

  void readDefines(const toml::node &node, TritoncOptions &into) {
    const toml::table *table = node.as_table();
    if (!table) {
      error(rangeOf(node), "'define' must be a table of names and values");
      return;
    }
    for (auto &&[key, value] : *table) {
      std::string name(key.str()), text;
      forEach(name, value, [&](const toml::node &element) {
        std::string literal = literalOf(element);
        if (literal.empty())
          error(rangeOf(element), "the value of '" + name + "' must be a number, true, false or a string")
              .withHint("a string holds a Python literal, as after -D: \"None\", \"tl.float16\", \"'relu'\"");
        text += (text.empty() ? "" : ",") + literal;
      });
      into.defines.push_back(name + "=" + text);
    }
  }

  /// A TOML value as the Python literal that -D takes; empty for what is none.
  static std::string literalOf(const toml::node &node) {
    if (auto value = node.value_exact<int64_t>())
      return std::to_string(*value);
    if (auto value = node.value_exact<bool>())
      return *value ? "True" : "False";
    if (auto value = node.value_exact<double>()) {
      if (*value != *value || *value - *value != 0)
        return *value != *value ? "float('nan')" : *value < 0 ? "float('-inf')" : "float('inf')";
      char buffer[40];
      std::string text(buffer, std::to_chars(buffer, buffer + sizeof buffer, *value).ptr);
      return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
    }
    return node.value_exact<std::string>().value_or("");
  }

  const TritoncOptions &commandLine;
  std::shared_ptr<SourceFile> file;
  std::string folder;
  DiagnosticEngine &diagnostics;
};

} // namespace

bool readSpec(const TritoncOptions &options, std::vector<KernelRequest> &requests, DiagnosticEngine &diagnostics) {
  std::optional<std::string> text = readText(options.spec, {}, diagnostics);
  if (!text)
    return false;
  auto file = std::make_shared<SourceFile>();
  file->path = options.spec;
  file->text = std::move(*text);
  diagnostics.keepAlive(file);
  const unsigned errors = diagnostics.errors();
  SpecReader reader(options, file, diagnostics);
  try {
    toml::table table = toml::parse(file->text, file->path);
    reader.read(table, requests);
  } catch (const toml::parse_error &error) {
    // The library's "Error while parsing key: expected ..." without what every such message says.
    StringRef text = error.description();
    text.consume_front("Error while parsing ");
    diagnostics.report(DiagId::spec_no_toml, reader.rangeAt(error.source().begin), text);
  }
  return diagnostics.errors() == errors;
}

} // namespace tritonc
