#include "runtime/Manifest.h"
#include <gtest/gtest.h>

using namespace tritonc;

namespace {

Manifest sample() {
  Manifest manifest;
  manifest.compilerVersion = "tritonc 0.1.0";
  manifest.kernel = "softmax_kernel";
  manifest.target = "sm_90a";
  manifest.imageKind = "ptx";
  manifest.params = {{"out_ptr", "*fp32", 8, 16}, {"n", "i32", 4, 1}, {"desc", "tensordesc<bf16[128,64]>", 128, 64}};
  manifest.constexprs = {{"BLOCK", "1024"},  {"eps", "1e-05"}, {"act", "\"leaky_relu\""}, {"flag", "true"},
                         {"dims", "[1, 2]"}, {"top", "inf"},   {"none", "\"None\""},      {"odd", "\"a\\\"b\\\\c\""},
                         {"big", "-7"},      {"real", "2.0"}};
  manifest.numWarps = 8;
  manifest.threads = 256;
  manifest.sharedBytes = 2048;
  manifest.scratchBytes = 1 << 20;
  manifest.scratchAlign = 128;
  manifest.gridHint = {"M", "cdiv(N, BLOCK)"};
  manifest.maxRegisters = 128;
  manifest.tuneKey = {"n"};
  manifest.resetToZero = {"out_ptr"};
  manifest.tensorMaps = {{"out_ptr", {"n", "64"}, {"n", "1"}, 128, 64, 2}};
  manifest.resources.registers = 40;
  manifest.resources.spills = 0;
  manifest.resources.spillUnit = "bytes";
  manifest.resources.source = "ptxas 13.0";
  manifest.contentHash = "ab12";
  return manifest;
}

std::string errorOf(const std::string &toml) {
  Manifest manifest;
  Status status = readManifest(toml, "k.toml", manifest);
  return status.ok() ? "ok" : status.message();
}

} // namespace

TEST(Manifest, RoundTrip) {
  std::string text = toToml(sample());
  auto read = parseManifest(text, "k.toml");
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(toToml(*read), text);
  EXPECT_EQ(read->params.size(), 3u);
  EXPECT_EQ(read->constexprs[1].value, "1e-05");
  EXPECT_EQ(read->constexprs[2].value, "\"leaky_relu\"");
  EXPECT_EQ(read->gridHint[1], "cdiv(N, BLOCK)");
  EXPECT_EQ(read->resources.agprs, -1);
  EXPECT_EQ(read->scratchBytes, 1 << 20);
  EXPECT_EQ(read->extraOptions(), "maxnreg=128");
  EXPECT_EQ(read->tuneKey, std::vector<std::string>{"n"});
  EXPECT_EQ(read->resetToZero, std::vector<std::string>{"out_ptr"});
  EXPECT_TRUE(read->restoreValue.empty());
  ASSERT_EQ(read->tensorMaps.size(), 1u);
  EXPECT_EQ(read->tensorMaps[0].base, "out_ptr");
  EXPECT_EQ(read->tensorMaps[0].sizes, (std::vector<std::string>{"n", "64"}));
  EXPECT_EQ(read->tensorMaps[0].boxRows, 128);
}

TEST(Manifest, ValuesThatAreNotTomlBecomeStrings) {
  Manifest manifest = sample();
  manifest.constexprs = {{"a", "(1, 2)"}, {"b", "x = 1\ny"}, {"c", "1\n[evil]"}};
  auto read = parseManifest(toToml(manifest), "k.toml");
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(read->constexprs[0].value, "\"(1, 2)\"");
  EXPECT_EQ(read->constexprs[2].value, "\"1\\n[evil]\"");
}

TEST(Manifest, Refusals) {
  EXPECT_EQ(errorOf(""), "k.toml: not a kernel manifest: 'format_version' is missing");
  EXPECT_EQ(errorOf("format_version = 1"), "k.toml: not a kernel manifest: 'kernel' is missing");
  EXPECT_EQ(errorOf("format_version = 9"), "k.toml: manifest has format version 9, but this tool reads up to 1");
  EXPECT_EQ(errorOf("format_version = \"x\""), "k.toml:1:18: 'format_version' must be an integer from 1 to 2147483647");
  EXPECT_NE(errorOf("a = [1,").find("k.toml:1:"), std::string::npos);
  EXPECT_NE(errorOf("\x7f"
                    "ELF\x02")
                .find("not a kernel manifest"),
            std::string::npos);
  std::string base = "format_version = 1\nkernel = \"k\"\ntarget = \"cpu\"\nimage_kind = \"so\"\n";
  EXPECT_EQ(errorOf(base), "ok");
  EXPECT_EQ(errorOf(base + "threads = -1"), "k.toml:5:11: 'threads' must be an integer from 1 to 65536");
  EXPECT_EQ(errorOf(base + "[[param]]\nname = \"x\"\ntype = \"i32\""), "k.toml: parameter 'x' has no 'size'");
  EXPECT_EQ(errorOf(base + "[[param]]\nname = \"x\"\ntype = \"*i32\"\nsize = 4"),
            "k.toml: parameter 'x' of type *i32 cannot have 4 bytes");
  EXPECT_EQ(errorOf(base + "param = 3"), "k.toml:5:9: 'param' must be an array of tables");
}

TEST(Manifest, TruncationNeverCrashes) {
  std::string text = toToml(sample());
  for (size_t size = 0; size < text.size(); ++size)
    (void)errorOf(text.substr(0, size));
}
