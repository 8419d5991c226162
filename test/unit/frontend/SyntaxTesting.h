//===- SyntaxTesting.h - sources and trees in tests -----------------------===//
#pragma once

#include "frontend/syntax/SourceModule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

namespace tritonc {

/// The errors of `source` as printed, empty if there are none.
inline std::string errorsOf(llvm::StringRef source) {
  DiagnosticEngine diagnostics;
  auto module = parseSource("t.py", source, {}, diagnostics);
  EXPECT_EQ(module == nullptr, diagnostics.hasErrors());
  std::string text;
  llvm::raw_string_ostream os(text);
  diagnostics.flush(os, /*color=*/false);
  return text;
}

/// The tree as printed, without the line of the module and, unless asked for, without places.
inline std::string treeOf(llvm::StringRef source, bool places = false) {
  DiagnosticEngine diagnostics;
  auto module = parseSource("t.py", source, {}, diagnostics);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!module) {
    diagnostics.flush(os, /*color=*/false);
    return text;
  }
  printAst(*module, os);
  llvm::SmallVector<llvm::StringRef, 32> lines;
  llvm::StringRef(text).split(lines, '\n', -1, /*KeepEmpty=*/false);
  std::string result;
  for (llvm::StringRef line : llvm::drop_begin(lines)) {
    line.consume_front("  ");
    result += places ? line.str() : line.take_front(line.rfind(" <")).str();
    result += "\n";
  }
  return result;
}

/// An expression with all its parentheses: "(a + (b * c))".
std::string shapeOf(llvm::StringRef expression);

} // namespace tritonc
