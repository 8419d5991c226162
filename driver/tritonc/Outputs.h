//===- Outputs.h - writing what was compiled ------------------------------===//
#pragma once

#include "driver/tritonc/Compile.h"

namespace tritonc {

/// Writes a file whole or not at all: under another name first, then renamed. `-` is standard output.
bool writeOutput(llvm::StringRef path, llvm::StringRef bytes, DiagnosticEngine &diagnostics);

/// The bundle of all results, in their order.
llvm::Expected<std::string> makeBundle(const std::vector<CompileResult> &results);

/// A make rule for the output: `target: dependencies`, as cc's -MD writes.
std::string makeDepfile(llvm::StringRef target, const std::vector<std::string> &dependencies, bool phony);

/// The report of every image: text, json or csv.
std::string makeReport(const std::vector<CompileResult> &results, llvm::StringRef format);

} // namespace tritonc
