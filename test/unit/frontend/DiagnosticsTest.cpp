//===- DiagnosticsTest.cpp - printing, order, nearest names ---------------===//
#include "frontend/diagnostics/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

namespace tritonc {

namespace {
std::string flushed(DiagnosticEngine &engine, bool color = false) {
  std::string text;
  llvm::raw_string_ostream os(text);
  engine.flush(os, color);
  return text;
}
} // namespace

TEST(Diagnostics, TabsAndRange) {
  SourceFile file{"a.py", "\tx = (a\t+ bcd)\n", {}};
  DiagnosticEngine engine;
  engine.report(DiagId::parse_error, {&file, 10, 13}, "here").note({&file, 1, 2}, "there").withHint("do this");
  EXPECT_EQ(flushed(engine), "a.py:1:11: error: here\n        x = (a  + bcd)\n                  ^~~\n"
                             "a.py:1:2: note: there\n        x = (a  + bcd)\n        ^\nhint: do this\n");
  EXPECT_EQ(engine.errors(), 1u);
  EXPECT_TRUE(engine.all().empty());
}

TEST(Diagnostics, WideAndInvalidCharacters) {
  SourceFile file{"a.py", "\xE5\x90\x8D\xE5\x90\x8D \xFF x", {}};
  DiagnosticEngine engine;
  engine.report(DiagId::parse_error, {&file, 9, 10}, "x");
  EXPECT_EQ(flushed(engine), "a.py:1:10: error: x\n\xE5\x90\x8D\xE5\x90\x8D <FF> x\n          ^\n");
}

TEST(Diagnostics, EndsOfLinesAndFiles) {
  SourceFile file{"a.py", "ab\r\ncd", {}};
  DiagnosticEngine engine;
  engine.report(DiagId::parse_error, {&file, 2, 6}, "over the end of its line");
  engine.report(DiagId::parse_error, {&file, 6, 6}, "at the end");
  engine.report(DiagId::parse_error, {&file, 99, 99}, "beyond");
  EXPECT_EQ(flushed(engine), "a.py:1:3: error: over the end of its line\nab\n  ^\n"
                             "a.py:2:3: error: at the end\ncd\n  ^\na.py:2:3: error: beyond\ncd\n  ^\n");
}

TEST(Diagnostics, LongLinesAreCut) {
  SourceFile file{"a.py", std::string(500, 'a') + "HERE" + std::string(500, 'b'), {}};
  DiagnosticEngine engine;
  engine.report(DiagId::parse_error, {&file, 500, 504}, "x");
  const std::string text = flushed(engine);
  EXPECT_NE(text.find("aHEREb"), std::string::npos);
  EXPECT_NE(text.find("\n" + std::string(63, ' ') + "^~~~\n"), std::string::npos);
  EXPECT_LT(text.size(), 300u);
}

TEST(Diagnostics, OrderAndRepetition) {
  SourceFile a{"a.py", "one two", {}}, b{"b.py", "x", {}};
  DiagnosticEngine engine;
  engine.report(DiagId::parse_error, {&a, 4, 7}, "second");
  engine.report(DiagId::parse_error, {&b, 0, 1}, "other file");
  engine.report(DiagId::parse_error, {&a, 0, 3}, "first");
  engine.report(DiagId::parse_error, {&a, 4, 7}, "second");
  EXPECT_EQ(flushed(engine), "a.py:1:1: error: first\none two\n^~~\na.py:1:5: error: second\none two\n    ^~~\n"
                             "b.py:1:1: error: other file\nx\n^\n");
}

TEST(Diagnostics, WithoutAPlace) {
  DiagnosticEngine engine;
  engine.report(DiagId::parse_error, {}, "no file");
  EXPECT_EQ(flushed(engine), "tritonc: error: no file\n");
}

TEST(Diagnostics, Colors) {
  DiagnosticEngine engine;
  engine.report(DiagId::parse_error, {}, "x");
  EXPECT_EQ(flushed(engine, true), "tritonc: \x1b[1;31merror: \x1b[0m\x1b[1mx\x1b[0m\n");
}

TEST(Diagnostics, NearestName) {
  const std::string names[] = {"BLOCK_SIZE", "num_warps", "mask", "other"};
  EXPECT_EQ(nearestName("BLOCK_SIZ", names), "BLOCK_SIZE");
  EXPECT_EQ(nearestName("block_size", names), "BLOCK_SIZE");
  EXPECT_EQ(nearestName("msak", names), "mask");
  EXPECT_EQ(nearestName("something", names), "");
  EXPECT_EQ(nearestName("", names), "");
  EXPECT_EQ(nearestName("x", names), "");
}

TEST(Diagnostics, LinesAndColumns) {
  SourceFile file{"a.py", "a\nbc\r\nd\re", {}};
  auto check = [&] {
    EXPECT_EQ(lineColumn(file, 0).line, 1u);
    EXPECT_EQ(lineColumn(file, 3).line, 2u);
    EXPECT_EQ(lineColumn(file, 3).column, 2u);
    EXPECT_EQ(lineColumn(file, 6).line, 3u);
    EXPECT_EQ(lineColumn(file, 8).line, 4u);
  };
  check();
  file.indexLines();
  check();
}

} // namespace tritonc
