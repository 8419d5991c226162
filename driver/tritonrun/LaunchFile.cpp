//===- LaunchFile.cpp - the command line in a file ------------------------===//
//
//     image = "softmax.tkb"
//     grid = "M"
//     bench = true
//     [let]
//     M = 1823
//     [arg]
//     out_ptr = "f32[M,N]:zeros"
//
// The keys are the options without dashes; those of the form NAME=VALUE are tables. File names count from the file's
// folder. What the command line says comes first: it replaces single values and entries of the same name.
//
//===----------------------------------------------------------------------===//
#include "driver/tritonrun/Options.h"
#include "runtime/Files.h"
#include "runtime/TomlProblem.h"
#include "runtime/data/Expression.h"
#include <toml++/toml.h>

namespace tritonc::run {
namespace {

/// A value as it would be written on the command line; false for tables and other things.
bool scalarText(const toml::node &node, std::string &text) {
  if (auto *string = node.as_string())
    text = string->get();
  else if (auto *integer = node.as_integer())
    text = std::to_string(integer->get());
  else if (auto *real = node.as_floating_point())
    text = numberText(Number::of(real->get()));
  else if (auto *boolean = node.as_boolean())
    text = boolean->get() ? "true" : "false";
  else
    return false;
  return true;
}

class LaunchFileReader {
public:
  LaunchFileReader(const std::string &path, Options &options) : path(path), options(options) {}

  Status read(const toml::table &table) {
    std::vector<std::string> known = {"image"};
    for (const OptionRow &row : optionTable())
      known.push_back(row.name + 2);
    for (auto &&[key, node] : table) {
      std::string name(key.str());
      if (name == "image") {
        TRITONC_TRY(readImage(node));
        continue;
      }
      const OptionRow *found = nullptr;
      for (const OptionRow &row : optionTable())
        if (name == row.name + 2)
          found = &row;
      if (!found)
        return Status(at(node, concat("unknown key '", name, "'"))).withHint(didYouMean(name, known));
      TRITONC_TRY(readOption(*found, node));
    }
    return {};
  }

private:
  /// A file name as seen from the working folder.
  std::string fromFolder(const std::string &name) const {
    return name.empty() || name[0] == '/' || options.folder.empty() ? name : options.folder + "/" + name;
  }

  /// The file name in a value, if the option has one: `@FILE` of a tensor, or the whole of --save.
  std::string anchored(const OptionRow &row, const std::string &text) const {
    std::string option = row.name;
    size_t sign = text.find('@');
    if ((option == "--arg" || option == "--expect") && sign != std::string::npos)
      return text.substr(0, sign + 1) + fromFolder(text.substr(sign + 1));
    return option == "--save" || option == "--tuning" || option == "--merge" ? fromFolder(text) : text;
  }

  Status at(const toml::node &node, const std::string &message) const {
    return Status::bad(path, ":", node.source().begin.line, ":", node.source().begin.column, ": ", message);
  }

  Status readImage(const toml::node &node) {
    auto text = node.value_exact<std::string>();
    if (!text || text->empty())
      return at(node, "'image' must be a file name");
    options.image = fromFolder(*text);
    return {};
  }

  Status readOption(const OptionRow &row, const toml::node &node) {
    if (auto *field = std::get_if<bool Options::*>(&row.field)) {
      auto value = node.value_exact<bool>();
      if (!value)
        return at(node, concat("'", row.name + 2, "' must be true or false"));
      options.*(*field) |= *value;
      return {};
    }
    if (auto *field = std::get_if<std::vector<std::string> Options::*>(&row.field))
      return readList(row, node, options.*(*field));
    std::string text;
    if (!scalarText(node, text))
      return at(node, concat("'", row.name + 2, "' must be a single value"));
    if (auto *field = std::get_if<std::optional<std::string> Options::*>(&row.field)) {
      if (!(options.*(*field)) && text != "false")
        options.*(*field) = text == "true" ? "" : text;
      return {};
    }
    std::string Options::*field = std::get<std::string Options::*>(row.field);
    // A value that differs from the default came from the command line.
    if (options.*field == Options().*field)
      options.*field = anchored(row, text);
    return {};
  }

  /// A table of names and values, or an array of the option's own texts.
  Status readList(const OptionRow &row, const toml::node &node, std::vector<std::string> &list) {
    if (const toml::array *array = node.as_array()) {
      for (const toml::node &element : *array) {
        std::string text;
        if (!scalarText(element, text))
          return at(element, concat("'", row.name + 2, "' must be an array of strings or a table"));
        size_t equals = text.find('=') + 1; // 0 where there is none
        list.push_back(text.substr(0, equals) + anchored(row, text.substr(equals)));
      }
      return {};
    }
    const toml::table *table = node.as_table();
    if (!table)
      return at(node, concat("'", row.name + 2, "' must be a table"));
    std::vector<std::string> given = list;
    for (auto &&[key, value] : *table) {
      std::string name(key.str()), text;
      TRITONC_TRY(entryText(value, text));
      bool overridden = false;
      for (const std::string &entry : given)
        overridden |= entry.compare(0, name.size() + 1, name + "=") == 0;
      if (!overridden)
        list.push_back(name + "=" + anchored(row, text));
    }
    return {};
  }

  /// A sweep may be an array of values.
  Status entryText(const toml::node &value, std::string &text) {
    if (scalarText(value, text))
      return {};
    const toml::array *array = value.as_array();
    if (!array)
      return at(value, "a single value or an array is needed here");
    for (const toml::node &element : *array) {
      std::string part;
      if (!scalarText(element, part))
        return at(element, "a single value is needed here");
      text += (text.empty() ? "" : ",") + part;
    }
    return {};
  }

  const std::string &path;
  Options &options;
};

} // namespace

Status readLaunchFile(std::string path, Options &options) {
  std::string text;
  TRITONC_TRY(readFile(path, text));
  size_t slash = path.find_last_of('/');
  options.folder = slash == std::string::npos ? "" : path.substr(0, slash);
  options.image.clear();
  try {
    toml::table table = toml::parse(text, path);
    TRITONC_TRY(LaunchFileReader(path, options).read(table));
  } catch (const toml::parse_error &error) {
    return Status::bad(path, ":", error.source().begin.line, ":", error.source().begin.column,
                       ": not a launch file: ", tomlProblem(error.description()));
  }
  if (options.image.empty())
    return Status::bad(path, ": 'image' is missing");
  return {};
}

} // namespace tritonc::run
