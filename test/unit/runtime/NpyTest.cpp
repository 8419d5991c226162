#include "runtime/data/Npy.h"
#include <cstdio>
#include <cstring>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace tritonc;

namespace {

class NpyTest : public testing::Test {
protected:
  void SetUp() override { path = testing::TempDir() + "tritonc_npy_test." + std::to_string(getpid()) + ".npy"; }
  void TearDown() override { std::remove(path.c_str()); }

  void writeRaw(const std::string &bytes) {
    std::FILE *file = std::fopen(path.c_str(), "wb");
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
  }
  /// A file of version `major` with this dictionary.
  static std::string fileWith(int major, std::string header, const std::string &data) {
    std::string bytes = "\x93NUMPY";
    bytes += static_cast<char>(major);
    bytes += '\0';
    bytes += static_cast<char>(header.size());
    bytes += std::string(major == 1 ? 1 : 3, '\0');
    return bytes + header + data;
  }
  std::string path;
};

} // namespace

TEST_F(NpyTest, RoundTripOfStridedTensor) {
  TensorSpec spec;
  ASSERT_TRUE(parseTensorSpec("bf16[3,4]{8,2}:arange", {}, nullptr, spec).ok());
  Tensor tensor, read;
  ASSERT_TRUE(makeTensor(spec, 0, "x", tensor).ok());
  EXPECT_EQ(tensor.bytes.size(), 2u * (2 * 8 + 3 * 2 + 1));
  ASSERT_TRUE(writeNpy(path, tensor).ok());
  ASSERT_TRUE(readNpy(path, findDataType("bf16"), read).ok());
  EXPECT_EQ(read.dims, tensor.dims);
  EXPECT_EQ(loadAsDouble(*read.type, read.bytes.data() + read.offsetOf(7)), 7);
  EXPECT_EQ(readNpy(path, findDataType("fp32"), read).message(),
            "'" + path + "' holds '<u2' elements, but fp32 is needed");
}

TEST_F(NpyTest, FortranOrderAndBigEndian) {
  std::string data;
  for (short value : {1, 3, 2, 4}) {
    data += '\0';
    data += static_cast<char>(value);
  }
  for (int major : {1, 2}) {
    writeRaw(fileWith(major, "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 2), }\n", data));
    Tensor tensor;
    Status status = readNpy(path, nullptr, tensor);
    ASSERT_TRUE(status.ok()) << status.message();
    std::string text;
    ASSERT_TRUE(formatSlice(tensor, "", {}, text).ok());
    EXPECT_EQ(text, "1 2\n3 4\n");
  }
}

TEST_F(NpyTest, Refusals) {
  Tensor tensor;
  auto errorOf = [&](const std::string &bytes) {
    writeRaw(bytes);
    std::string message = readNpy(path, nullptr, tensor).message();
    return message.substr(std::min(message.size(), path.size() + 2));
  };
  EXPECT_EQ(errorOf("hello"), " is not an .npy file");
  EXPECT_EQ(errorOf(fileWith(9, "{}", "")), ": version 9 of .npy is not supported");
  EXPECT_EQ(errorOf(fileWith(1, "{}", "")), ": the .npy header cannot be read");
  EXPECT_EQ(errorOf(fileWith(1, "{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}", "xxxxxxxx")),
            " holds '<c8' elements, which are not supported");
  EXPECT_EQ(errorOf(fileWith(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "xxxx")),
            " is truncated: 8 bytes of data expected, 4 there");
  EXPECT_EQ(errorOf(fileWith(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (9999999999999, 99999999999)}", "")),
            ": the tensor is too large");
  EXPECT_EQ(readNpy("/nonexistent/x.npy", nullptr, tensor).message(),
            "cannot open '/nonexistent/x.npy': No such file or directory");
}

TEST_F(NpyTest, TruncationsNeverCrash) {
  std::string whole =
      fileWith(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n", std::string(24, 'x'));
  for (size_t size = 0; size < whole.size(); ++size) {
    writeRaw(whole.substr(0, size));
    Tensor tensor;
    EXPECT_FALSE(readNpy(path, nullptr, tensor).ok()) << size;
  }
}
