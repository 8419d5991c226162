#include "runtime/Bundle.h"
#include "runtime/Container.h"
#include "runtime/Images.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>
#include <random>

using namespace tritonc;

namespace {

Manifest manifestFor(const std::string &target, const std::string &kind, int block) {
  Manifest manifest;
  manifest.kernel = "add";
  manifest.target = target;
  manifest.imageKind = kind;
  manifest.params = {{"x", "*fp32", 8, 16}};
  manifest.constexprs = {{"BLOCK", std::to_string(block)}};
  return manifest;
}

std::vector<BundleEntry> sampleEntries() {
  return {{manifestFor("sm_90a", "ptx", 64), "// ptx 64"},   {manifestFor("sm_90a", "cubin", 64), "cubin 64"},
          {manifestFor("sm_90a", "ptx", 128), "// ptx 128"}, {manifestFor("sm_80", "ptx", 64), "// ptx 80"},
          {manifestFor("gfx942", "hsaco", 64), "hsaco"},     {manifestFor("cpu", "so", 64), "so"}};
}

std::string sampleBundle() {
  auto bytes = writeBundle(sampleEntries());
  EXPECT_TRUE(bool(bytes));
  return bytes->str().str();
}

DeviceInfo cudaDevice(int capability) {
  DeviceInfo device;
  device.kind = DeviceKind::CUDA;
  device.computeCapability = capability;
  device.arch = "sm_" + std::to_string(capability);
  return device;
}

std::string chosen(const ImageFile &file, const DeviceInfo &device) {
  std::vector<const KernelImage *> images;
  Status status = rankImages(file, {}, device, images);
  if (!status.ok())
    return status.message();
  std::string text;
  for (const KernelImage *image : images)
    text += (text.empty() ? "" : "; ") + std::string(image->bytes);
  return text;
}

} // namespace

TEST(Bundle, RoundTrip) {
  std::string bytes = sampleBundle();
  ImageFile file;
  ASSERT_TRUE(openImageMemory(bytes, "k.tkb", file).ok());
  ASSERT_EQ(file.images.size(), 6u);
  EXPECT_EQ(file.images[1].bytes, "cubin 64");
  EXPECT_EQ(file.images[1].variant, 0);
  EXPECT_EQ(file.images[2].variant, 1);
  EXPECT_EQ(file.images[5].manifest.target, "cpu");
  EXPECT_EQ(file.images[5].manifest.contentHash, contentHash("so"));
  EXPECT_EQ(bytes, sampleBundle());
}

TEST(Bundle, LLVMReadsIt) {
  std::string bytes = sampleBundle();
  llvm::SmallVector<llvm::object::OffloadFile> files;
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(bytes, "k.tkb");
  ASSERT_FALSE(bool(llvm::object::extractOffloadBinaries(*buffer, files)));
  ASSERT_EQ(files.size(), 6u);
  EXPECT_EQ(files[0].getBinary()->getArch(), "sm_90a");
  EXPECT_EQ(files[4].getBinary()->getTriple(), "amdgcn-amd-amdhsa");
}

TEST(Bundle, RefusesDuplicates) {
  std::vector<BundleEntry> entries = {{manifestFor("cpu", "so", 1), "a"}, {manifestFor("cpu", "so", 1), "b"}};
  auto bytes = writeBundle(entries);
  ASSERT_FALSE(bool(bytes));
  EXPECT_EQ(llvm::toString(bytes.takeError()),
            "add for cpu (BLOCK=1, num_warps=4, num_stages=3) is in the bundle twice");
}

TEST(Bundle, ChoosesImages) {
  std::string bytes = sampleBundle();
  ImageFile file;
  ASSERT_TRUE(openImageMemory(bytes, "k.tkb", file).ok());
  // The cubin where there is one, and PTX of an older architecture where the `a` code does not fit.
  EXPECT_EQ(chosen(file, cudaDevice(90)), "cubin 64; // ptx 128");
  EXPECT_EQ(chosen(file, cudaDevice(100)), "// ptx 80");
  EXPECT_EQ(chosen(file, cudaDevice(75)), "no image in 'k.tkb' runs on cpu (sm_75)");
  DeviceInfo hip;
  hip.kind = DeviceKind::HIP;
  hip.arch = "gfx942";
  EXPECT_EQ(chosen(file, hip), "hsaco");
  EXPECT_EQ(chosen(file, DeviceInfo()), "so");
}

TEST(Bundle, SelectsByKernelAndVariant) {
  std::string bytes = sampleBundle();
  ImageFile file;
  ASSERT_TRUE(openImageMemory(bytes, "k.tkb", file).ok());
  std::vector<const KernelImage *> images;
  ImageChoice choice;
  choice.variantText = "BLOCK=128, num_warps=4";
  ASSERT_TRUE(selectImages(file, choice, images).ok());
  EXPECT_EQ(images.size(), 1u);
  choice.variantText = "BLOCK=12";
  images.clear();
  EXPECT_EQ(selectImages(file, choice, images).message(), "no such variant in 'k.tkb'");
  choice = {"sub", -1, ""};
  images.clear();
  EXPECT_EQ(selectImages(file, choice, images).message(), "no kernel 'sub' in 'k.tkb'");
}

TEST(Bundle, TruncationIsLocated) {
  std::string bytes = sampleBundle();
  std::vector<size_t> ends;
  std::vector<ContainerImage> parts;
  ASSERT_TRUE(readContainer(bytes, "k.tkb", parts).ok());
  for (const ContainerImage &part : parts)
    ends.push_back(part.offset);
  for (size_t size = 0; size < bytes.size(); ++size) {
    if (std::find(ends.begin() + 1, ends.end(), size) != ends.end())
      continue; // whole images
    std::vector<ContainerImage> images;
    // A copy of exactly this size lets the sanitizer see reads past its end.
    std::string cut(bytes.data(), size);
    Status status = readContainer(cut, "k.tkb", images);
    ASSERT_FALSE(status.ok()) << size;
    EXPECT_EQ(status.message().find("k.tkb: not a valid kernel bundle"), 0u);
  }
}

TEST(Bundle, MutationsNeverCrash) {
  std::string bytes = sampleBundle();
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string mutant = bytes;
    for (int i = 0, count = 1 + static_cast<int>(random() % 4); i < count; ++i) {
      // Headers and tables, where it hurts, most of the time.
      size_t at = random() % (random() % 4 ? 200 : mutant.size());
      mutant[at] = static_cast<char>(random() % 3 ? random() : 0xff);
    }
    if (random() % 8 == 0)
      mutant.resize(random() % mutant.size());
    ImageFile file;
    (void)openImageMemory(mutant, "k.tkb", file);
  }
}
