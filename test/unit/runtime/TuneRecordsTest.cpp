// Records of searches: to TOML and back, joined from shards, found again only for the same launch.
#include "runtime/TuneRecords.h"
#include "runtime/Files.h"
#include "runtime/Images.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace tritonc;

namespace {

VariantTiming timed(int variant, double seconds) {
  return {variant, "BLOCK=\"" + std::to_string(variant) + "\"", seconds, seconds / 2, seconds * 2, 7, ""};
}

VariantTiming failedTiming(int variant) {
  VariantTiming timing;
  timing.variant = variant;
  timing.failure = "too much \"shared\" memory\n";
  return timing;
}

TuneRecord recordOf(std::vector<VariantTiming> timings, const std::string &key = "n=3") {
  TuneRecord record;
  record.kernel = "k";
  record.images = "0123";
  record.device = "GPU";
  record.driver = 13000;
  record.key = {key, "p=*fp32"};
  record.variants = 3;
  record.timings = std::move(timings);
  return record;
}

class Records : public ::testing::Test {
protected:
  void SetUp() override {
    std::string folder = ::testing::TempDir() + "tune-records-XXXXXX";
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    path = folder + "/r.toml";
  }
  void TearDown() override {
    unlink(path.c_str());
    unlink((path + ".lock").c_str());
    rmdir(path.substr(0, path.find_last_of('/')).c_str());
  }
  std::string errorOf(const std::string &text) {
    EXPECT_TRUE(writeFile(path, text).ok());
    TuneRecords records;
    return TuneRecords::read(path, records).message();
  }
  std::string path;
};

} // namespace

TEST_F(Records, ComeBackAsWritten) {
  TuneRecords written, read;
  written.records = {recordOf({timed(0, 2e-6), failedTiming(1), timed(2, 1.25e-6)})};
  ASSERT_TRUE(written.write(path).ok());
  ASSERT_TRUE(TuneRecords::read(path, read).ok());
  ASSERT_EQ(read.records.size(), 1u);
  const TuneRecord &record = read.records[0];
  EXPECT_TRUE(record.matches(written.records[0]));
  EXPECT_TRUE(record.isComplete());
  ASSERT_EQ(record.timings.size(), 3u);
  EXPECT_EQ(record.timings[0].config, "BLOCK=\"0\"");
  EXPECT_EQ(record.timings[1].failure, "too much \"shared\" memory\n");
  EXPECT_NEAR(record.timings[2].median, 1.25e-6, 1e-12);
  EXPECT_EQ(record.timings[2].samples, 7);
  EXPECT_EQ(record.winner()->variant, 2);
}

TEST_F(Records, MissingFileHasNone) {
  TuneRecords records;
  EXPECT_TRUE(TuneRecords::read(path, records).ok());
  EXPECT_TRUE(records.records.empty());
  EXPECT_EQ(errorOf(""), "");
}

TEST_F(Records, ShardsAreJoinedAndLaterTimingsWin) {
  ASSERT_TRUE(updateTuneRecords(path, {recordOf({timed(2, 5e-6)})}, false).ok());
  ASSERT_TRUE(updateTuneRecords(path, {recordOf({timed(0, 3e-6), failedTiming(1)}), recordOf({}, "n=4")}, false).ok());
  TuneRecords records;
  ASSERT_TRUE(TuneRecords::read(path, records).ok());
  ASSERT_EQ(records.records.size(), 2u);
  EXPECT_TRUE(records.records[0].isComplete());
  EXPECT_EQ(records.records[0].winner()->variant, 0);
  EXPECT_FALSE(records.records[1].isComplete());
  ASSERT_TRUE(updateTuneRecords(path, {recordOf({timed(2, 1e-6)})}, false).ok());
  ASSERT_TRUE(TuneRecords::read(path, records).ok());
  EXPECT_EQ(records.records[0].timings.size(), 3u);
  EXPECT_EQ(records.records[0].winner()->variant, 2);
  // A new search forgets the old one.
  ASSERT_TRUE(updateTuneRecords(path, {recordOf({timed(1, 1e-6)})}, true).ok());
  ASSERT_TRUE(TuneRecords::read(path, records).ok());
  EXPECT_EQ(records.records[0].timings.size(), 1u);
}

TEST_F(Records, AreFoundForTheSameLaunchOnly) {
  TuneRecords records;
  records.records = {recordOf({timed(0, 1)})};
  TuneRecord launch = recordOf({});
  EXPECT_NE(records.find(launch), nullptr);
  for (auto change : std::vector<void (*)(TuneRecord &)>{
           [](TuneRecord &r) { r.kernel = "other"; }, [](TuneRecord &r) { r.images = "3210"; },
           [](TuneRecord &r) { r.device = "GPU 2"; }, [](TuneRecord &r) { r.driver = 12090; },
           [](TuneRecord &r) { r.key[0] = "n=4"; }, [](TuneRecord &r) { r.key[1] = "p=*fp16"; }}) {
    TuneRecord other = launch;
    change(other);
    EXPECT_EQ(records.find(other), nullptr);
  }
}

TEST_F(Records, AllFailedHasNoWinner) { EXPECT_EQ(recordOf({failedTiming(0)}).winner(), nullptr); }

TEST_F(Records, WrongFilesAreRefusedAtTheirPlace) {
  EXPECT_NE(errorOf("x = [").find(path + ":1:"), std::string::npos);
  EXPECT_NE(errorOf("format_version = 2\n").find("format version 2"), std::string::npos);
  EXPECT_NE(
      errorOf("format_version = 1\nrecord = 3\n").find(":2:10: tuning record: 'record' must be an array of tables"),
      std::string::npos);
  EXPECT_NE(
      errorOf("format_version = 1\n[[record]]\nkernel = 3\n").find(":3:10: tuning record: 'kernel' must be a string"),
      std::string::npos);
  EXPECT_NE(errorOf("format_version = 1\n[[record]]\nkernel = \"k\"\n").find("'images' is missing"), std::string::npos);
  const std::string head = "format_version = 1\n[[record]]\nkernel = \"k\"\nimages = \"\"\ndevice = \"\"\ndriver = 0\n"
                           "key = []\nvariants = 1\n";
  EXPECT_EQ(errorOf(head + "timing = []\n"), "");
  for (const char *time : {"-1", "nan", "inf", "\"1\""})
    EXPECT_NE(errorOf(head + "timing = [{ variant = 0, config = \"\", us = " + time +
                      ", p20_us = 1, p80_us = 1, samples = 1 }]\n")
                  .find("'us' must be a time in microseconds"),
              std::string::npos)
        << time;
}

TEST(TuneIdentity, DependsOnContentsAndNumbers) {
  KernelImage a, b;
  a.manifest.contentHash = "aa";
  b.manifest.contentHash = "bb";
  b.variant = 1;
  const std::string both = identityOf({&a, &b});
  EXPECT_EQ(both, identityOf({&a, &b}));
  EXPECT_NE(both, identityOf({&a}));
  EXPECT_NE(both, identityOf({&b, &a}));
  b.manifest.contentHash = "bc";
  EXPECT_NE(both, identityOf({&a, &b}));
  // Images for other types are no rivals.
  a.manifest.params = {{"p", "*fp32", 8, 16}};
  b.manifest.params = {{"p", "*fp16", 8, 16}};
  EXPECT_EQ(rivalsOf(a, {&a, &b}).size(), 1u);
  b.manifest.params[0].type = "*fp32";
  b.manifest.params[0].divisibility = 1;
  EXPECT_EQ(rivalsOf(a, {&a, &b}).size(), 2u);
}
