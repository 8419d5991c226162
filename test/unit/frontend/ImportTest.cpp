//===- ImportTest.cpp - finding imported files ----------------------------===//
#include "SyntaxTesting.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace tritonc {

namespace {

class Imports : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> unique;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("tritonc-imports", unique));
    folder = unique.str().str();
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string write(llvm::StringRef name, llvm::StringRef text) {
    const std::string path = folder + "/" + name.str();
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path));
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    return path;
  }
  void open(llvm::StringRef name, llvm::StringRef text = "", std::vector<std::string> includeDirs = {}) {
    root = parseSource(write(name, text), text, includeDirs, diagnostics);
    ASSERT_TRUE(root);
  }
  ImportedModule import(llvm::StringRef name, unsigned level = 0) {
    return root->import(name, level, root->tree().range(), diagnostics);
  }
  std::string local(const ImportedModule &found) {
    llvm::StringRef path = found.path;
    path.consume_front(folder + "/");
    return found.status == ImportedModule::Found ? path.str() : "";
  }

  std::string folder;
  DiagnosticEngine diagnostics;
  std::shared_ptr<SourceModule> root;
};

} // namespace

TEST_F(Imports, BesideTheFileAndAlongIncludes) {
  write("lib/far.py", "x = 1\n");
  write("lib/near.py", "");
  write("near.py", "");
  write("pkg/__init__.py", "");
  write("pkg/sub/mod.py", "");
  open("main.py", "", {folder + "/lib"});
  EXPECT_EQ(local(import("near")), "near.py");
  EXPECT_EQ(local(import("far")), "lib/far.py");
  EXPECT_EQ(local(import("pkg")), "pkg/__init__.py");
  EXPECT_EQ(local(import("pkg.sub")), "pkg/sub");
  EXPECT_EQ(local(import("pkg.sub.mod")), "pkg/sub/mod.py");
  EXPECT_EQ(import("triton.language").status, ImportedModule::NotFound);
  EXPECT_FALSE(diagnostics.hasErrors());
  EXPECT_EQ(root->dependencies().size(), 5u); // the folder is no file
  EXPECT_EQ(root->dependencies()[0], folder + "/main.py");
}

TEST_F(Imports, Relative) {
  write("top/__init__.py", "");
  write("top/util.py", "");
  write("top/a/__init__.py", "");
  write("top/a/sibling.py", "");
  open("top/a/main.py");
  EXPECT_EQ(local(import("sibling", 1)), "top/a/sibling.py");
  EXPECT_EQ(local(import("", 1)), "top/a/__init__.py");
  EXPECT_EQ(local(import("util", 2)), "top/util.py");
  EXPECT_EQ(local(import("top.util")), "top/util.py"); // from where the package is
  EXPECT_EQ(import("nothing", 1).status, ImportedModule::NotFound);
  EXPECT_FALSE(diagnostics.hasErrors());
  EXPECT_EQ(import("x", 200).status, ImportedModule::NotFound);
  EXPECT_TRUE(diagnostics.hasErrors());
}

TEST_F(Imports, FolderWithoutInit) {
  write("space/mod.py", "");
  open("main.py");
  const ImportedModule space = import("space");
  ASSERT_EQ(space.status, ImportedModule::Found);
  EXPECT_EQ(local(space.module->import("mod", 1, {}, diagnostics)), "space/mod.py");
}

TEST_F(Imports, ParsedOnceThroughCyclesAndLinks) {
  write("b.py", "import a\n");
  llvm::sys::fs::create_link(folder + "/b.py", folder + "/c.py");
  open("a.py", "import b\n");
  const ImportedModule b = import("b");
  ASSERT_EQ(b.status, ImportedModule::Found);
  EXPECT_EQ(import("b").module, b.module);
  EXPECT_EQ(import("c").module, b.module);
  EXPECT_EQ(b.module->import("a", 0, b.module->tree().range(), diagnostics).module, root.get());
}

TEST_F(Imports, Unreadable) {
  llvm::sys::fs::create_directories(folder + "/dir.py");
  open("main.py", "import dir\n");
  EXPECT_EQ(import("dir").status, ImportedModule::Unreadable);
  std::string text;
  llvm::raw_string_ostream os(text);
  diagnostics.flush(os, false);
  EXPECT_NE(text.find("error: cannot read '" + folder + "/dir.py': it is a folder"), std::string::npos) << text;
}

TEST_F(Imports, SyntaxErrorsAreReportedToEachWhoAsks) {
  write("bad.py", "x = = 1\n");
  open("main.py", "import bad\n");
  EXPECT_EQ(import("bad").status, ImportedModule::SyntaxError);
  DiagnosticEngine second;
  EXPECT_EQ(root->import("bad", 0, root->tree().range(), second).status, ImportedModule::SyntaxError);
  ASSERT_EQ(second.errors(), 1u);
  EXPECT_EQ(second.all()[0]->notes.back().message, "imported here");
}

} // namespace tritonc
