//===- MatrixProductTest.cpp - kernels with tt.dot against references -----===//
#include "CompiledKernel.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace tritonc::testing;

#define COMPILE(kernel, source)                                                                                        \
  CompiledKernel kernel(source);                                                                                       \
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error

static std::vector<double> normals(size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<double> values(count);
  for (double &value : values)
    value = normal(generator);
  return values;
}

static int cdiv(int a, int b) { return (a + b - 1) / b; }

/// Row-major c = a b; `bAt(k, n)` reads b.
template <typename A, typename B> static std::vector<double> product(int m, int n, int k, A aAt, B bAt) {
  std::vector<double> c(static_cast<size_t>(m) * n);
  for (int i = 0; i < m; ++i)
    for (int x = 0; x < k; ++x)
      for (int j = 0; j < n; ++j)
        c[i * n + j] += aAt(i, x) * bAt(x, j);
  return c;
}

static double frobenius(const std::vector<double> &got, const std::vector<double> &expected) {
  double error = 0, size = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    error += (got[i] - expected[i]) * (got[i] - expected[i]);
    size += expected[i] * expected[i];
  }
  return std::sqrt(error / (size + 1e-300));
}

TEST(MatrixProduct, HalfWithActivation) {
  COMPILE(kernel, "matmul_f16");
  for (auto [m, n, k] : {std::tuple(1, 1, 1), std::tuple(33, 65, 31), std::tuple(100, 130, 77)}) {
    Guarded<uint16_t> a(m * k), b(k * n), c(m * n);
    auto x = normals(m * k, 1), y = normals(k * n, 2);
    for (int i = 0; i < m * k; ++i)
      a[i] = toHalf(x[i]);
    for (int i = 0; i < k * n; ++i)
      b[i] = toHalf(y[i]);
    int M = m, N = n, K = k;
    kernel.launch({a.param(), b.param(), c.param(), &M, &N, &K, &K, &N, &N}, cdiv(m, 32) * cdiv(n, 64));
    auto expected = product(
        m, n, k, [&, K](int i, int t) { return fromHalf(a[i * K + t]); },
        [&, N](int t, int j) { return fromHalf(b[t * N + j]); });
    std::vector<double> got(m * n);
    for (int i = 0; i < m * n; ++i)
      got[i] = fromHalf(c[i]), expected[i] = expected[i] >= 0 ? expected[i] : 0.01 * expected[i];
    EXPECT_LT(frobenius(got, expected), 1e-3) << m << "x" << n << "x" << k;
  }
}

TEST(MatrixProduct, FloatWithStrides) {
  COMPILE(kernel, "matmul_f32_strided");
  // a is stored transposed, b with gaps, c column-major.
  for (auto [m, n, k] : {std::tuple(17, 19, 33), std::tuple(40, 35, 64), std::tuple(5, 3, 100)}) {
    int M = m, N = n, K = k, am = 1, ak = m + 1, bk = 2 * n, bn = 2, cm = 1, cn = m;
    Guarded<float> a(ak * k), b(bk * k), c(m * n);
    auto x = normals(a.size(), 3), y = normals(b.size(), 4);
    for (size_t i = 0; i < a.size(); ++i)
      a[i] = static_cast<float>(x[i]);
    for (size_t i = 0; i < b.size(); ++i)
      b[i] = static_cast<float>(y[i]);
    kernel.launch({a.param(), b.param(), c.param(), &M, &N, &K, &am, &ak, &bk, &bn, &cm, &cn},
                  cdiv(m, 16) * cdiv(n, 16));
    auto expected = product(
        m, n, k, [&, ak](int i, int t) { return a[i + t * ak]; }, [&, bk](int t, int j) { return b[t * bk + 2 * j]; });
    std::vector<double> got(m * n);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        got[i * n + j] = c[i + j * m];
    EXPECT_LT(frobenius(got, expected), 1e-6) << m << "x" << n << "x" << k;
  }
}

TEST(MatrixProduct, Int8IsExact) {
  COMPILE(kernel, "int8_matmul");
  for (auto [m, n, k] : {std::tuple(3, 5, 7), std::tuple(33, 40, 129)}) {
    int M = m, N = n, K = k;
    Guarded<int8_t> a(m * k), b(k * n);
    Guarded<int32_t> c(m * n);
    Guarded<float> scale(1);
    std::mt19937 generator(5);
    for (size_t i = 0; i < a.size(); ++i)
      a[i] = static_cast<int8_t>(generator());
    for (size_t i = 0; i < b.size(); ++i)
      b[i] = static_cast<int8_t>(generator());
    kernel.launch({a.param(), b.param(), c.param(), scale.param(), scale.param(), &M, &N, &K, &K, &N, &N},
                  cdiv(m, 32) * cdiv(n, 32));
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        int sum = 0;
        for (int t = 0; t < k; ++t)
          sum += a[i * k + t] * b[t * n + j];
        ASSERT_EQ(c[i * n + j], sum) << i << "," << j;
      }
  }
}

TEST(MatrixProduct, FourBitWeights) {
  COMPILE(kernel, "w4a16_matmul");
  for (auto [m, n, k] : {std::tuple(3, 5, 64), std::tuple(17, 70, 128)}) {
    int M = m, N = n, K = k;
    Guarded<uint16_t> a(m * k), scale(k / 64 * n), c(m * n);
    Guarded<uint32_t> words(k / 8 * n);
    auto x = normals(a.size(), 6), s = normals(scale.size(), 7);
    std::mt19937 generator(8);
    for (size_t i = 0; i < a.size(); ++i)
      a[i] = toHalf(x[i]);
    for (size_t i = 0; i < scale.size(); ++i)
      scale[i] = toHalf(0.1 * s[i]);
    for (size_t i = 0; i < words.size(); ++i)
      words[i] = generator();
    kernel.launch({a.param(), words.param(), scale.param(), c.param(), &M, &N, &K, &K, &N, &N, &N}, cdiv(m, 16),
                  cdiv(n, 32));
    auto expected = product(
        m, n, k, [&, K](int i, int t) { return fromHalf(a[i * K + t]); },
        [&, N](int t, int j) {
          int nibble = words[t / 8 * N + j] >> (t % 8 * 4) & 15;
          return fromHalf(toHalf((nibble - 8) * fromHalf(scale[t / 64 * N + j])));
        });
    std::vector<double> got(m * n);
    for (int i = 0; i < m * n; ++i)
      got[i] = fromHalf(c[i]);
    EXPECT_LT(frobenius(got, expected), 1e-3);
  }
}

TEST(MatrixProduct, BatchedBfloat) {
  COMPILE(kernel, "bmm_bf16");
  int m = 33, n = 45, k = 50, batches = 3, ab = m * k, bb = k * n, cb = m * n;
  Guarded<uint16_t> a(batches * ab), b(batches * bb);
  Guarded<float> c(batches * cb);
  auto x = normals(a.size(), 9), y = normals(b.size(), 10);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = toBfloat(x[i]);
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = toBfloat(y[i]);
  kernel.launch({a.param(), b.param(), c.param(), &m, &n, &k, &ab, &k, &bb, &n, &cb, &n}, cdiv(m, 32) * cdiv(n, 32),
                batches);
  for (int batch = 0; batch < batches; ++batch) {
    auto expected = product(
        m, n, k, [&](int i, int t) { return fromBfloat(a[batch * ab + i * k + t]); },
        [&](int t, int j) { return fromBfloat(b[batch * bb + t * n + j]); });
    std::vector<double> got(m * n);
    for (int i = 0; i < m * n; ++i)
      got[i] = c[batch * cb + i];
    EXPECT_LT(frobenius(got, expected), 1e-6);
  }
}

TEST(MatrixProduct, SplitAlongK) {
  COMPILE(kernel, "split_k_matmul");
  int m = 35, n = 61, k = 130;
  Guarded<float> a(m * k), b(k * n), c(m * n);
  auto x = normals(a.size(), 11), y = normals(b.size(), 12);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<float>(x[i]);
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<float>(y[i]);
  for (size_t i = 0; i < c.size(); ++i)
    c[i] = 0;
  kernel.launch({a.param(), b.param(), c.param(), &m, &n, &k, &k, &n, &n}, cdiv(m, 32) * cdiv(n, 32), 2);
  auto expected =
      product(m, n, k, [&](int i, int t) { return a[i * k + t]; }, [&](int t, int j) { return b[t * n + j]; });
  std::vector<double> got(m * n);
  for (int i = 0; i < m * n; ++i)
    got[i] = c[i];
  EXPECT_LT(frobenius(got, expected), 1e-6);
}

TEST(MatrixProduct, GroupsInAPersistentLoop) {
  COMPILE(kernel, "grouped_gemm");
  int n = 37, k = 29, groups = 4, total = 75, bg = k * n;
  Guarded<float> a(total * k), b(groups * bg), c(total * n);
  Guarded<int32_t> ends(groups);
  int rows[] = {20, 20, 53, 75};
  for (int g = 0; g < groups; ++g)
    ends[g] = rows[g];
  auto x = normals(a.size(), 13), y = normals(b.size(), 14);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<float>(x[i]);
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<float>(y[i]);
  kernel.launch({a.param(), b.param(), c.param(), ends.param(), &groups, &n, &k, &k, &bg, &n, &n}, 3);
  for (int r = 0; r < total; ++r) {
    int g = 0;
    while (r >= rows[g])
      ++g;
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int t = 0; t < k; ++t)
        sum += static_cast<double>(a[r * k + t]) * b[g * bg + t * n + j];
      ASSERT_NEAR(c[r * n + j], sum, 1e-4) << r << "," << j;
    }
  }
}

TEST(MatrixProduct, Descriptors) {
  COMPILE(kernel, "matmul_desc");
  for (auto [m, n, k] : {std::tuple(20, 33, 40), std::tuple(64, 96, 65)}) {
    int M = m, N = n, K = k, stride = k + 8;
    Guarded<uint16_t> a(m * stride - 8), b(n * stride - 8);
    Guarded<float> c(m * n);
    auto x = normals(a.size(), 15), y = normals(b.size(), 16);
    for (size_t i = 0; i < a.size(); ++i)
      a[i] = toHalf(x[i]);
    for (size_t i = 0; i < b.size(); ++i)
      b[i] = toHalf(y[i]);
    kernel.launch({a.param(), b.param(), c.param(), &M, &N, &K, &stride, &stride, &N}, 2);
    auto expected = product(
        m, n, k, [&, stride](int i, int t) { return fromHalf(a[i * stride + t]); },
        [&, stride](int t, int j) { return fromHalf(b[j * stride + t]); });
    std::vector<double> got(m * n);
    for (int i = 0; i < m * n; ++i)
      got[i] = c[i];
    EXPECT_LT(frobenius(got, expected), 1e-6) << m << "x" << n << "x" << k;
  }
}

TEST(MatrixProduct, FlashAttention) {
  COMPILE(kernel, "flash_attention_f16");
  constexpr int d = 16;
  for (int length : {1, 31, 100}) {
    int batches = 2, heads = 4, kvHeads = 2;
    int qm = d, qh = length * d, qb = heads * qh, kn = d, kh = length * d, kb = kvHeads * kh;
    Guarded<uint16_t> q(batches * qb), k(batches * kb), v(batches * kb);
    Guarded<float> out(batches * qb), lse(batches * heads * length);
    auto x = normals(q.size(), 17), y = normals(k.size(), 18), z = normals(v.size(), 19);
    for (size_t i = 0; i < q.size(); ++i)
      q[i] = toHalf(x[i]);
    for (size_t i = 0; i < k.size(); ++i)
      k[i] = toHalf(y[i]), v[i] = toHalf(z[i]);
    float scale = 0.25f;
    kernel.launch({q.param(), k.param(), v.param(), out.param(), lse.param(), &scale, &qb, &qh,    &qm,     &kb,    &kh,
                   &kn,       &kb,       &kh,       &kn,         &qb,         &qh,    &qm, &heads, &length, &length},
                  cdiv(length, 32), batches * heads);
    std::vector<double> got, expected;
    for (int b = 0; b < batches; ++b)
      for (int h = 0; h < heads; ++h)
        for (int i = 0; i < length; ++i) {
          std::vector<double> p(i + 1);
          double sum = 0;
          for (int j = 0; j <= i; ++j) {
            double s = 0;
            for (int t = 0; t < d; ++t)
              s += fromHalf(q[b * qb + h * qh + i * d + t]) * fromHalf(k[b * kb + h / 2 * kh + j * d + t]);
            sum += p[j] = std::exp(s * scale);
          }
          ASSERT_NEAR(lse[(b * heads + h) * length + i], std::log(sum), 1e-4);
          for (int t = 0; t < d; ++t) {
            double o = 0;
            for (int j = 0; j <= i; ++j)
              o += p[j] / sum * fromHalf(v[b * kb + h / 2 * kh + j * d + t]);
            expected.push_back(o);
            got.push_back(out[b * qb + h * qh + i * d + t]);
          }
        }
    EXPECT_LT(frobenius(got, expected), 1e-3) << length;
  }
}
