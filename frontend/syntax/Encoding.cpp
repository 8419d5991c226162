//===- Encoding.cpp - the bytes of a source file as UTF-8 -----------------===//
//
// PEP 263. Nearly every file is UTF-8; Latin-1 is what the remaining ones are, and is trivial to convert.
//
//===----------------------------------------------------------------------===//
#include "frontend/syntax/Encoding.h"
#include "frontend/syntax/Characters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tritonc {

EncodingComment findEncodingComment(llvm::StringRef text) {
  text.consume_front("\xEF\xBB\xBF");
  for (unsigned line = 0; line < 2; ++line) {
    const size_t end = std::min(text.find_first_of("\r\n"), text.size());
    llvm::StringRef comment = text.take_front(end).ltrim(" \t\f");
    if (!comment.empty() && comment[0] != '#')
      return {};
    for (size_t at = comment.find("coding"); at != llvm::StringRef::npos; at = comment.find("coding", at + 1)) {
      llvm::StringRef rest = comment.substr(at + 6);
      if (!rest.consume_front(":") && !rest.consume_front("="))
        continue;
      rest = rest.ltrim(" \t");
      rest = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '-' || c == '_' || c == '.'; });
      if (!rest.empty())
        return {rest};
    }
    text = text.substr(end);
    if (!text.consume_front("\r\n"))
      text = text.drop_front(std::min<size_t>(1, text.size()));
  }
  return {};
}

SourceEncoding classifyEncoding(llvm::StringRef name, llvm::StringRef text) {
  std::string normal = name.lower();
  std::replace(normal.begin(), normal.end(), '_', '-');
  llvm::StringRef view = normal;
  if (view.empty() || view == "utf8" || view == "utf-8" || view.starts_with("utf-8-"))
    return SourceEncoding::Utf8;
  for (llvm::StringRef latin : {"latin-1", "latin1", "iso-8859-1", "iso8859-1", "iso-latin-1"})
    if (view == latin || view.starts_with((latin + "-").str()))
      return SourceEncoding::Latin1;
  const bool ascii = llvm::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return ascii ? SourceEncoding::Utf8 : SourceEncoding::Unsupported;
}

std::string latin1ToUtf8(llvm::StringRef text) {
  llvm::SmallString<0> out;
  out.reserve(text.size() + text.size() / 8);
  for (char c : text)
    appendUtf8(static_cast<unsigned char>(c), out);
  return out.str().str();
}

} // namespace tritonc
