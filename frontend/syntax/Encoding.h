//===- Encoding.h - the bytes of a source file as UTF-8 -------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tritonc {

/// What a `# -*- coding: NAME -*-` comment in the first two lines says; empty without one.
struct EncodingComment {
  llvm::StringRef name; ///< points into the text
};
EncodingComment findEncodingComment(llvm::StringRef text);

enum class SourceEncoding { Utf8, Latin1, Unsupported };
/// Text that is all ASCII is fine under any name, since every encoding in use extends ASCII.
SourceEncoding classifyEncoding(llvm::StringRef name, llvm::StringRef text);

std::string latin1ToUtf8(llvm::StringRef text);

} // namespace tritonc
