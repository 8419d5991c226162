//===- BlockPointersTest.cpp - block pointers and descriptors on the host -===//
//
// Blocks that reach over every edge of a tensor, with guarded memory right behind the tensor: what is outside must be
// neither read nor written.
//
//===----------------------------------------------------------------------===//
#include "CompiledKernel.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace tritonc::testing;

#define COMPILE(kernel, name)                                                                                          \
  CompiledKernel kernel(name);                                                                                         \
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error

TEST(BlockPointers, WalkOverTheEdges) {
  COMPILE(kernel, "block_walk");
  constexpr int rows = 4, columns = 16, tiles = 3;
  for (int m : {1, 3, 4, 7})
    for (int n : {1, 15, 16, 31, 48})
      for (int row : {-5, -1, 0, 2, 100})
        for (int column : {-17, -16, -3, 0, 5}) {
          int stride = n;
          Guarded<float> x(m * n), out(rows * columns * tiles);
          for (int i = 0; i < m * n; ++i)
            x[i] = i + 1;
          kernel.launch({x.param(), out.param(), &m, &n, &stride, &row, &column}, 1);
          for (int t = 0; t < tiles; ++t)
            for (int i = 0; i < rows; ++i)
              for (int j = 0; j < columns; ++j) {
                int r = row + i, c = column + t * columns + j;
                float got = out[(t * rows + i) * columns + j];
                if (r >= 0 && r < m && c >= 0 && c < n)
                  ASSERT_EQ(got, x[r * n + c]) << m << "x" << n << " at " << r << "," << c;
                else
                  ASSERT_TRUE(std::isnan(got)) << m << "x" << n << " at " << r << "," << c;
              }
        }
}

TEST(BlockPointers, ChosenByABranch) {
  COMPILE(kernel, "block_choose");
  for (auto [m, n] : {std::pair(9, 9), std::pair(16, 16), std::pair(1, 1), std::pair(5, 5)})
    for (int which : {0, 1}) {
      Guarded<int> x(m * n), y(m * n), out(m * n);
      for (int i = 0; i < m * n; ++i)
        x[i] = i, y[i] = 1000 + i;
      int M = m, N = n;
      kernel.launch({x.param(), y.param(), out.param(), &M, &N, &which}, 1);
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j)
          ASSERT_EQ(out[i * n + j], which ? 1000 + j * m + i : i * n + j) << m << "x" << n << " at " << i << "," << j;
    }
}

TEST(BlockPointers, DescriptorsStoreAndAdd) {
  COMPILE(kernel, "block_scale");
  for (int m : {1, 7, 8, 20})
    for (int n : {4, 16, 36}) {
      Guarded<float> x(m * n), y(m * n);
      for (int i = 0; i < m * n; ++i)
        x[i] = i, y[i] = 0.5f;
      kernel.launch({x.param(), y.param(), &m, &n}, 1);
      for (int i = 0; i < m * n; ++i) {
        ASSERT_EQ(x[i], 2 * i);
        ASSERT_EQ(y[i], 0.5f + i);
      }
    }
}

TEST(BlockPointers, DescriptorsGatherAndScatter) {
  COMPILE(kernel, "block_rows");
  int m = 12, n = 20, column = 8;
  Guarded<float> x(m * n), out(m * n);
  Guarded<int> rows(8);
  const int chosen[] = {11, 0, 5, 12, -1, 3, 100, 7};
  std::vector<bool> written(m);
  for (int i = 0; i < 8; ++i) {
    rows[i] = chosen[i];
    if (chosen[i] >= 0 && chosen[i] < m)
      written[chosen[i]] = true;
  }
  for (int i = 0; i < m * n; ++i)
    x[i] = i, out[i] = -1;
  kernel.launch({x.param(), out.param(), rows.param(), &m, &n, &column}, 1);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      ASSERT_EQ(out[i * n + j], written[i] && j >= column ? i * n + j + 1 : -1) << i << "," << j;
}

TEST(BlockPointers, DescriptorAsParameter) {
  COMPILE(kernel, "block_given");
  constexpr int m = 11, n = 13;
  Guarded<uint16_t> x(m * 16 - 3), out(2 * 8 * 16);
  for (int i = 0; i < m * 16 - 3; ++i)
    x[i] = i;
  struct {
    void *base;
    int64_t shape[2], strides[2];
  } descriptor{x.data(), {m, n}, {16, 1}};
  void *address = &descriptor;
  kernel.launch({&address, out.param()}, 2);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j)
      ASSERT_EQ(out[i * 16 + j], i < m && j < n ? i * 16 + j : 0) << i << "," << j;
}
