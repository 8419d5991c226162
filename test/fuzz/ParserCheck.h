//===- ParserCheck.h - what must hold for any input -----------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tritonc::fuzz {

/// Parses `source`, walks and prints the tree or the errors. Empty, or which promise is broken.
std::string checkParser(llvm::StringRef source);

} // namespace tritonc::fuzz
