//===- Render.cpp - diagnostics as text -----------------------------------===//
//
// A quoted line is made printable first: tabs become spaces up to the next multiple of eight, and bytes that are no
// printable character become <XX>. The caret line is built from the same mapping of bytes to columns, so it stays
// aligned whatever the terminal does with tabs, and under wide characters. Very long lines are cut to a window around
// the caret.
//
//===----------------------------------------------------------------------===//
#include "frontend/diagnostics/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"
#include <algorithm>
#include <numeric>
#include <tuple>

namespace tritonc {

namespace {

constexpr unsigned tabStop = 8;
constexpr unsigned widestQuote = 160; // columns shown of a longer line
constexpr unsigned contextBefore = 60;
constexpr size_t longestRendered = 4096; // bytes of one line that are looked at around the caret

struct Piece {
  std::string text;
  unsigned width;
};

struct Printer {
  llvm::raw_ostream &os;
  bool color;

  void style(const char *code) {
    if (color)
      os << "\x1b[" << code << 'm';
  }

  void place(SourceRange range) {
    if (!range.valid())
      return;
    const LineColumn at = lineColumn(*range.file, range.begin);
    style("1");
    os << range.file->path << ':' << at.line << ':' << at.column << ": ";
    style("0");
  }

  void headline(SourceRange range, const char *label, const char *labelStyle, llvm::StringRef message) {
    place(range);
    style(labelStyle);
    os << label << ": ";
    style("0");
    style("1");
    os << message;
    style("0");
  }

  void quote(SourceRange range);
  void print(const Diagnostic &diagnostic);
};

// The character at the start of `rest` as it is shown in column `column`, and the bytes it takes.
Piece renderCharacter(llvm::StringRef rest, unsigned column, size_t &bytes) {
  bytes = 1;
  const unsigned char c = rest[0];
  if (c == '\t') {
    const unsigned width = tabStop - column % tabStop;
    return {std::string(width, ' '), width};
  }
  if (c >= 0x20 && c < 0x7F)
    return {std::string(1, static_cast<char>(c)), 1};
  const size_t length = llvm::getNumBytesForUTF8(c);
  const auto *data = reinterpret_cast<const llvm::UTF8 *>(rest.data());
  if (c >= 0x80 && length <= rest.size() && llvm::isLegalUTF8Sequence(data, data + length)) {
    const int width = llvm::sys::unicode::columnWidthUTF8(rest.take_front(length));
    if (width >= 0) {
      bytes = length;
      return {rest.take_front(length).str(), static_cast<unsigned>(width)};
    }
  }
  return {"<" + llvm::utohexstr(c, /*LowerCase=*/false, /*Width=*/2) + ">", 4};
}

void Printer::quote(SourceRange range) {
  llvm::StringRef text = range.file->text;
  const size_t begin = std::min<size_t>(range.begin, text.size());
  // The stretch of the line around the place; a cut may fall into a character, which then shows as <XX>.
  const size_t from = begin > longestRendered ? begin - longestRendered : 0;
  size_t lineBegin = text.slice(from, begin).find_last_of("\r\n");
  lineBegin = lineBegin == llvm::StringRef::npos ? from : from + lineBegin + 1;
  llvm::StringRef line = text.substr(lineBegin, begin - lineBegin + longestRendered);
  line = line.take_front(line.find_first_of("\r\n"));
  if (line.trim().empty())
    return;

  const size_t caretByte = begin - lineBegin;
  const size_t endByte = std::max<size_t>(std::min<size_t>(range.end, text.size()), begin) - lineBegin;
  llvm::SmallVector<Piece, 128> pieces;
  unsigned column = 0, caretColumn = 0, endColumn = 0;
  for (size_t i = 0, bytes; i < line.size(); i += bytes) {
    pieces.push_back(renderCharacter(line.substr(i), column, bytes));
    if (i < caretByte)
      caretColumn = column + pieces.back().width;
    if (i < endByte)
      endColumn = column + pieces.back().width;
    column += pieces.back().width;
  }

  const unsigned windowBegin = column <= widestQuote || caretColumn < contextBefore ? 0 : caretColumn - contextBefore;
  const unsigned windowEnd = std::min(column, windowBegin + widestQuote);
  unsigned at = 0, shownFrom = 0;
  std::string shown;
  for (const Piece &piece : pieces) {
    if (at >= windowBegin && at + piece.width <= windowEnd) {
      if (shown.empty())
        shownFrom = at;
      shown += piece.text;
    }
    at += piece.width;
  }
  const bool cutBefore = windowBegin > 0, cutAfter = windowEnd < column;
  os << (cutBefore ? "..." : "") << llvm::StringRef(shown).rtrim() << (cutAfter ? "..." : "") << '\n';

  const unsigned indent = caretColumn - std::min(caretColumn, shownFrom) + (cutBefore ? 3 : 0);
  const unsigned limit = std::max(std::min(endColumn, windowEnd), caretColumn + 1);
  os << std::string(indent, ' ');
  style("1;32");
  os << '^' << std::string(limit - caretColumn - 1, '~');
  style("0");
  os << '\n';
}

void Printer::print(const Diagnostic &d) {
  const char *label = "error", *labelStyle = "1;31";
  if (d.severity == Severity::Warning)
    label = "warning", labelStyle = "1;35";
  else if (d.severity == Severity::Performance)
    label = "performance warning", labelStyle = "1;35";
  else if (d.severity == Severity::Note)
    label = "note", labelStyle = "1;36";
  // What has no place in a file is about the command line.
  if (!d.range.valid())
    os << "tritonc: ";
  headline(d.range, label, labelStyle, d.message);
  if (d.severity == Severity::Warning || d.severity == Severity::Performance)
    os << " [-W" << DiagnosticEngine::name(d.id) << ']';
  os << '\n';
  if (d.range.valid())
    quote(d.range);
  for (const Diagnostic::Note &note : d.notes) {
    headline(note.range, "note", "1;36", note.message);
    os << '\n';
    if (note.range.valid())
      quote(note.range);
  }
  if (!d.hint.empty()) {
    style("1;36");
    os << "hint: ";
    style("0");
    os << d.hint << '\n';
  }
}

bool sameText(const Diagnostic &a, const Diagnostic &b) {
  auto sameNote = [](const Diagnostic::Note &x, const Diagnostic::Note &y) {
    return x.message == y.message && x.range.file == y.range.file && x.range.begin == y.range.begin;
  };
  return a.severity == b.severity && a.message == b.message && a.range.file == b.range.file &&
         a.range.begin == b.range.begin && a.range.end == b.range.end && a.hint == b.hint &&
         std::equal(a.notes.begin(), a.notes.end(), b.notes.begin(), b.notes.end(), sameNote);
}

} // namespace

void DiagnosticEngine::flush(llvm::raw_ostream &os, bool color) {
  llvm::DenseMap<const SourceFile *, unsigned> fileOrder;
  for (const auto &d : diagnostics)
    fileOrder.try_emplace(d->range.file, fileOrder.size());
  std::vector<size_t> order(diagnostics.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const SourceRange &x = diagnostics[a]->range, &y = diagnostics[b]->range;
    return std::make_tuple(fileOrder.lookup(x.file), x.begin, a) <
           std::make_tuple(fileOrder.lookup(y.file), y.begin, b);
  });

  Printer printer{os, color};
  for (size_t i = 0; i < order.size(); ++i) {
    const Diagnostic &current = *diagnostics[order[i]];
    bool repeated = false;
    // Repetitions share a place, so they are neighbours.
    for (size_t j = i; j > 0 && !repeated; --j) {
      const Diagnostic &earlier = *diagnostics[order[j - 1]];
      if (earlier.range.begin != current.range.begin || earlier.range.file != current.range.file)
        break;
      repeated = sameText(earlier, current);
    }
    if (!repeated)
      printer.print(current);
  }
  diagnostics.clear();
}

} // namespace tritonc
