//===- TomlProblem.h - what is wrong with a TOML file ---------------------===//
#pragma once

#include <string>
#include <string_view>

namespace tritonc {

/// The TOML library's "Error while parsing key: expected ..." as a part of one of our messages.
inline std::string tomlProblem(std::string_view description) {
  constexpr std::string_view prefix = "Error while parsing ";
  if (description.substr(0, prefix.size()) == prefix)
    description.remove_prefix(prefix.size());
  return "this is not valid TOML: " + std::string(description);
}

} // namespace tritonc
