//===- Literal.h - values written on the command line ----------------------===//
//
// `--signature` and `-D` give constexpr values as Python literals: numbers, strings, True, False, None, tuples and
// lists, float("inf"), and dtypes as `tl.float16`. They are parsed here rather than by the Python parser, so that
// errors speak of what a command line may contain.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/value/Value.h"
#include <optional>

namespace tritonc {

/// The value of the text at `range`; none after a reported error. With `quiet`, nothing is reported.
std::optional<Value> parseLiteral(SourceRange range, DiagnosticEngine &diagnostics, bool quiet = false);

/// The text that parseLiteral reads back as the same value: what a Variant carries.
std::string literalText(const Value &value);

/// As a TOML value, for manifests.
std::string tomlText(const Value &value);

/// A file that exists only to be quoted in messages; it lives as long as the engine.
const SourceFile &commandLineFile(llvm::StringRef name, llvm::StringRef text, DiagnosticEngine &diagnostics);

} // namespace tritonc
