//===- KernelNumericsTest.cpp - kernels against double-precision references ===//
//
// Odd sizes, strides larger than rows, poisoned outputs, and buffers that end at a page that traps.
//
//===----------------------------------------------------------------------===//
#include "CompiledKernel.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace tritonc::testing;

static std::vector<double> normals(size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<double> values(count);
  for (double &value : values)
    value = normal(generator);
  return values;
}

static void fill(Guarded<float> &array, unsigned seed) {
  std::vector<double> values = normals(array.size(), seed);
  for (size_t i = 0; i < array.size(); ++i)
    array[i] = static_cast<float>(values[i]);
}

template <typename T> static void poison(Guarded<T> &array) {
  for (size_t i = 0; i < array.size(); ++i)
    memset(&array[i], 0x7b, sizeof(T));
}

static bool isPoison(float value) {
  float expected;
  memset(&expected, 0x7b, sizeof expected);
  return value == expected;
}

#define COMPILE(kernel, source)                                                                                        \
  CompiledKernel kernel(source);                                                                                       \
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error

TEST(KernelNumerics, VectorAdd) {
  COMPILE(kernel, "vector_add");
  for (int n : {1, 15, 1000, 1024, 1025, 98432, 99991}) {
    Guarded<float> x(n), y(n), out(n);
    fill(x, 1), fill(y, 2), poison(out);
    kernel.launch({x.param(), y.param(), out.param(), &n}, (n + 1023) / 1024);
    for (int i = 0; i < n; ++i)
      ASSERT_EQ(out[i], x[i] + y[i]) << i << " of " << n;
  }
}

TEST(KernelNumerics, VectorAddInPlaceAndShifted) {
  COMPILE(kernel, "vector_add");
  // One program reads all lanes before it writes any, also where the output overlaps the input by a shift.
  for (int shift : {0, 1, -1, 16, 1000, 1023, 1024, -1024}) {
    int n = 1024, first = std::max(0, -shift);
    Guarded<float> x(n + std::abs(shift)), y(n);
    fill(x, 1), fill(y, 2);
    std::vector<float> expected(n);
    for (int i = 0; i < n; ++i)
      expected[i] = x[first + i] + y[i];
    float *in = x.data() + first, *out = in + shift;
    kernel.launch({&in, y.param(), &out, &n}, 1);
    for (int i = 0; i < n; ++i)
      ASSERT_EQ(out[i], expected[i]) << i << " shifted by " << shift;
  }
}

TEST(KernelNumerics, ReluAddBfloat) {
  COMPILE(kernel, "relu_add_bf16");
  for (int n : {1, 511, 513, 4099}) {
    Guarded<uint16_t> x(n), y(n), out(n);
    std::vector<double> a = normals(n, 3), c = normals(n, 4);
    for (int i = 0; i < n; ++i)
      x[i] = toBfloat(a[i]), y[i] = toBfloat(c[i]), out[i] = 0x7b7b;
    kernel.launch({x.param(), y.param(), out.param(), &n}, (n + 511) / 512);
    for (int i = 0; i < n; ++i)
      ASSERT_EQ(out[i], toBfloat(std::max(0.0, fromBfloat(x[i]) + fromBfloat(y[i])))) << i;
  }
}

TEST(KernelNumerics, Softmax) {
  COMPILE(kernel, "softmax");
  for (int columns : {1, 7, 781, 1000, 1024}) {
    int rows = 5, stride = columns + 3, outStride = columns + 1;
    Guarded<float> x(rows * stride - 3), out(rows * outStride - 1);
    fill(x, 5), poison(out);
    kernel.launch({x.param(), out.param(), &stride, &outStride, &columns}, rows);
    for (int r = 0; r < rows; ++r) {
      double largest = -INFINITY, sum = 0;
      for (int c = 0; c < columns; ++c)
        largest = std::max<double>(largest, x[r * stride + c]);
      for (int c = 0; c < columns; ++c)
        sum += std::exp(x[r * stride + c] - largest);
      for (int c = 0; c < columns; ++c) {
        double expected = std::exp(x[r * stride + c] - largest) / sum;
        ASSERT_NEAR(out[r * outStride + c], expected, 1e-6 * expected + 1e-12) << r << "," << c << " of " << columns;
      }
      if (r + 1 < rows) {
        ASSERT_TRUE(isPoison(out[r * outStride + columns]));
      }
    }
  }
}

TEST(KernelNumerics, SoftmaxHalf) {
  COMPILE(kernel, "softmax_f16");
  for (int columns : {3, 4097, 12345}) {
    int rows = 2, stride = columns;
    Guarded<uint16_t> x(rows * stride), out(rows * stride);
    std::vector<double> values = normals(x.size(), 6);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = toHalf(values[i]), out[i] = 0x7b7b;
    kernel.launch({x.param(), out.param(), &stride, &stride, &columns}, rows);
    for (int r = 0; r < rows; ++r) {
      double largest = -INFINITY, sum = 0;
      for (int c = 0; c < columns; ++c)
        largest = std::max(largest, fromHalf(x[r * stride + c]));
      for (int c = 0; c < columns; ++c)
        sum += std::exp(fromHalf(x[r * stride + c]) - largest);
      for (int c = 0; c < columns; ++c) {
        double expected = std::exp(fromHalf(x[r * stride + c]) - largest) / sum;
        ASSERT_NEAR(fromHalf(out[r * stride + c]), expected, 6e-4 * expected + 6e-8) << r << "," << c;
      }
    }
  }
}

TEST(KernelNumerics, MaskedMean) {
  COMPILE(kernel, "masked_mean");
  for (int columns : {1, 255, 257, 1001}) {
    int rows = 3, stride = columns;
    Guarded<float> x(rows * stride), out(rows);
    Guarded<uint8_t> keep(rows * stride);
    fill(x, 7), poison(out);
    std::mt19937 generator(8);
    for (size_t i = 0; i < keep.size(); ++i)
      keep[i] = generator() % 3 ? generator() % 255 : 0;
    kernel.launch({x.param(), keep.param(), out.param(), &stride, &stride, &columns}, rows);
    for (int r = 0; r < rows; ++r) {
      double total = 0, count = 0, size = 0;
      for (int c = 0; c < columns; ++c)
        if (keep[r * stride + c])
          total += x[r * stride + c], count += 1, size += std::fabs(x[r * stride + c]);
      ASSERT_NEAR(out[r], total / std::max(count, 1.0), 1e-6 * (1 + size / std::max(count, 1.0)));
    }
  }
}

TEST(KernelNumerics, LayerNorm) {
  COMPILE(kernel, "layer_norm");
  for (int columns : {3, 500, 1023, 1024}) {
    int rows = 4, stride = columns + 5, outStride = columns;
    float eps = 1e-5f;
    Guarded<float> x(rows * stride - 5), w(columns), b(columns), y(rows * outStride), mean(rows), rstd(rows);
    fill(x, 9), fill(w, 10), fill(b, 11), poison(y);
    kernel.launch(
        {x.param(), w.param(), b.param(), y.param(), mean.param(), rstd.param(), &stride, &outStride, &columns, &eps},
        rows);
    for (int r = 0; r < rows; ++r) {
      double m = 0, v = 0;
      for (int c = 0; c < columns; ++c)
        m += x[r * stride + c];
      m /= columns;
      for (int c = 0; c < columns; ++c)
        v += (x[r * stride + c] - m) * (x[r * stride + c] - m);
      double s = 1 / std::sqrt(v / columns + eps);
      ASSERT_NEAR(mean[r], m, 1e-6);
      ASSERT_NEAR(rstd[r], s, 1e-5 * s);
      for (int c = 0; c < columns; ++c) {
        double expected = (x[r * stride + c] - m) * s * w[c] + b[c];
        ASSERT_NEAR(y[r * outStride + c], expected, 2e-6 * (1 + std::fabs(expected)))
            << r << "," << c << " of " << columns;
      }
    }
  }
}

TEST(KernelNumerics, RmsNormBfloat) {
  COMPILE(kernel, "rms_norm_bf16");
  for (int columns : {1, 777, 2047}) {
    int rows = 3, stride = columns;
    float eps = 1e-6f;
    Guarded<uint16_t> x(rows * stride), w(columns), y(rows * stride);
    Guarded<float> rstd(rows);
    std::vector<double> a = normals(x.size(), 12), c = normals(columns, 13);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = toBfloat(a[i]), y[i] = 0x7b7b;
    for (int i = 0; i < columns; ++i)
      w[i] = toBfloat(c[i]);
    kernel.launch({x.param(), w.param(), y.param(), rstd.param(), &stride, &stride, &columns, &eps}, rows);
    for (int r = 0; r < rows; ++r) {
      double square = 0;
      for (int i = 0; i < columns; ++i)
        square += fromBfloat(x[r * stride + i]) * fromBfloat(x[r * stride + i]);
      double s = 1 / std::sqrt(square / columns + eps);
      for (int i = 0; i < columns; ++i) {
        double expected = fromBfloat(x[r * stride + i]) * s * fromBfloat(w[i]);
        ASSERT_NEAR(fromBfloat(y[r * stride + i]), expected, 4e-3 * std::fabs(expected)) << r << "," << i;
      }
    }
  }
}

TEST(KernelNumerics, CrossEntropy) {
  COMPILE(kernel, "cross_entropy");
  for (int columns : {1, 200, 257, 1537}) {
    int rows = 4, stride = columns + 2, ignore = -100;
    Guarded<float> logits(rows * stride - 2), loss(rows), lse(rows);
    Guarded<int64_t> labels(rows);
    fill(logits, 14);
    for (int r = 0; r < rows; ++r)
      labels[r] = r == 2 ? ignore : (r * 71) % columns;
    kernel.launch({logits.param(), labels.param(), loss.param(), lse.param(), &stride, &columns, &ignore}, rows);
    for (int r = 0; r < rows; ++r) {
      double sum = 0;
      for (int c = 0; c < columns; ++c)
        sum += std::exp(static_cast<double>(logits[r * stride + c]));
      ASSERT_NEAR(lse[r], std::log(sum), 2e-6 * (1 + std::fabs(std::log(sum))));
      double expected = labels[r] == ignore ? 0 : std::log(sum) - logits[r * stride + labels[r]];
      ASSERT_NEAR(loss[r], expected, 3e-6 * (1 + std::fabs(expected)));
    }
  }
}

TEST(KernelNumerics, Cumsum) {
  for (const char *name : {"cumsum", "assoc_cumsum", "blocked_cumsum"}) {
    COMPILE(kernel, name);
    for (int columns : {1, 17, 500, 512, 1300}) {
      if (columns > 512 && std::string(name) != "blocked_cumsum")
        continue;
      int rows = 3, stride = columns;
      Guarded<float> x(rows * stride), out(rows * stride);
      fill(x, 15), poison(out);
      kernel.launch({x.param(), out.param(), &stride, &stride, &columns}, rows);
      for (int r = 0; r < rows; ++r) {
        double sum = 0, size = 1;
        for (int c = 0; c < columns; ++c) {
          sum += x[r * stride + c], size += std::fabs(x[r * stride + c]);
          ASSERT_NEAR(out[r * stride + c], sum, 1e-6 * size) << name << " " << r << "," << c << " of " << columns;
        }
      }
    }
  }
}

TEST(KernelNumerics, LinearRecurrence) {
  COMPILE(kernel, "linear_recurrence");
  for (int columns : {1, 33, 511}) {
    int rows = 3, stride = columns;
    Guarded<float> a(rows * stride), x(rows * stride), h(rows * stride);
    fill(a, 16), fill(x, 17), poison(h);
    for (size_t i = 0; i < a.size(); ++i)
      a[i] = std::tanh(a[i]);
    kernel.launch({a.param(), x.param(), h.param(), &stride, &stride, &stride, &columns}, rows);
    for (int r = 0; r < rows; ++r) {
      double state = 0;
      for (int c = 0; c < columns; ++c) {
        state = a[r * stride + c] * state + x[r * stride + c];
        ASSERT_NEAR(h[r * stride + c], state, 1e-5 * (1 + std::fabs(state))) << r << "," << c;
      }
    }
  }
}

/// Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011), first output word.
static uint32_t philox(uint64_t seed, uint32_t counter) {
  uint32_t c[4] = {counter, 0, 0, 0}, k[2] = {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)};
  for (int round = 0; round < 10; ++round) {
    uint64_t a = 0xD2511F53ull * c[0], b = 0xCD9E8D57ull * c[2];
    uint32_t next[4] = {static_cast<uint32_t>(b >> 32) ^ c[1] ^ k[0], static_cast<uint32_t>(b),
                        static_cast<uint32_t>(a >> 32) ^ c[3] ^ k[1], static_cast<uint32_t>(a)};
    memcpy(c, next, sizeof c);
    k[0] += 0x9E3779B9u, k[1] += 0xBB67AE85u;
  }
  return c[0];
}

TEST(KernelNumerics, Dropout) {
  COMPILE(kernel, "dropout");
  for (int n : {1, 1000, 5003}) {
    float p = 0.3f;
    int seed = 1234;
    Guarded<float> x(n), out(n);
    fill(x, 18), poison(out);
    kernel.launch({x.param(), out.param(), &n, &p, &seed}, (n + 1023) / 1024);
    for (int i = 0; i < n; ++i) {
      auto word = static_cast<int32_t>(philox(seed, i));
      float uniform = static_cast<float>(word < 0 ? -word - 1 : word) * 4.6566127342e-10f;
      ASSERT_EQ(out[i], uniform >= p ? x[i] / (1.0f - p) : 0.0f) << i;
    }
  }
}

TEST(KernelNumerics, Histograms) {
  for (const char *name : {"histogram_atomic", "histogram_block"}) {
    COMPILE(kernel, name);
    int block = std::string(name) == "histogram_atomic" ? 512 : 1024;
    for (int n : {1, 511, 3001}) {
      Guarded<int32_t> x(n), histogram(64);
      std::vector<int> expected(64);
      std::mt19937 generator(19);
      for (int i = 0; i < 64; ++i)
        histogram[i] = 0;
      for (int i = 0; i < n; ++i)
        x[i] = generator() % 64, ++expected[x[i]];
      kernel.launch({x.param(), histogram.param(), &n}, (n + block - 1) / block);
      for (int i = 0; i < 64; ++i)
        ASSERT_EQ(histogram[i], expected[i]) << name << " bin " << i;
    }
  }
}
