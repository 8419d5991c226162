//===- QuotedText.h - strings in manifests, records and reports -----------===//
#pragma once

#include <string>
#include <string_view>

namespace tritonc {

/// `text` in double quotes, with the escapes that a basic string of TOML and a string of JSON have in common.
std::string quotedText(std::string_view text);

} // namespace tritonc
