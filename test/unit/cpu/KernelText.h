//===- KernelText.h - small kernels in textual block IR for tests ---------===//
#pragma once

#include "CompiledKernel.h"
#include "gtest/gtest.h"

namespace tritonc::testing {

/// A kernel `k` of `params` around `body`. `x` and `out` ranges: see the helpers in the text.
inline std::string kernelText(const std::string &params, const std::string &body) {
  return "module {\n tt.func public @k(" + params + ") {\n" + body + "\n tt.return\n }\n}\n";
}

/// `%NAME_ptrs`: pointers to the first `n` elements of parameter `%NAME`.
inline std::string pointers(const std::string &name, const std::string &type, int n) {
  std::string size = std::to_string(n), tensor = "tensor<" + size + "x!tt.ptr<" + type + ">>";
  return "  %" + name + "_range = tt.make_range {end = " + size + " : i32, start = 0 : i32} : tensor<" + size +
         "xi32>\n" + "  %" + name + "_base = tt.splat %" + name + " : !tt.ptr<" + type + "> -> " + tensor + "\n  %" +
         name + "_ptrs = tt.addptr %" + name + "_base, %" + name + "_range : " + tensor + ", tensor<" + size +
         "xi32>\n";
}

inline std::string load(const std::string &name, const std::string &type, int n) {
  return pointers(name, type, n) + "  %" + name + "v = tt.load %" + name + "_ptrs : tensor<" + std::to_string(n) +
         "x!tt.ptr<" + type + ">>\n";
}

inline std::string store(const std::string &name, const std::string &value, const std::string &type, int n) {
  return pointers(name, type, n) + "  tt.store %" + name + "_ptrs, %" + value + " : tensor<" + std::to_string(n) +
         "x!tt.ptr<" + type + ">>\n";
}

/// out[i] = op(x[i], y[i]) for blocks of `n`; `op` uses %xv, %yv and defines %r.
template <typename In, typename Out>
std::vector<Out> binary(const std::string &inType, const std::string &outType, const std::string &op,
                        const std::vector<In> &x, const std::vector<In> &y) {
  int n = x.size();
  std::string text =
      kernelText("%x: !tt.ptr<" + inType + ">, %y: !tt.ptr<" + inType + ">, %out: !tt.ptr<" + outType + ">",
                 load("x", inType, n) + load("y", inType, n) + op + "\n" + store("out", "r", outType, n));
  CompiledKernel kernel(text);
  EXPECT_TRUE(static_cast<bool>(kernel)) << kernel.error << text;
  if (!kernel)
    return std::vector<Out>(n);
  Guarded<In> a(n), b(n);
  Guarded<Out> out(n);
  std::copy(x.begin(), x.end(), a.data());
  std::copy(y.begin(), y.end(), b.data());
  kernel.launch({a.param(), b.param(), out.param()}, 1);
  return std::vector<Out>(out.data(), out.data() + n);
}

} // namespace tritonc::testing
