//===- Variants.cpp - from lists on the command line to single compiles ---===//
#include "driver/tritonc/Variants.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tritonc {
namespace {

std::vector<std::string> splitValues(StringRef text) {
  std::vector<std::string> values;
  std::string current;
  int depth = 0;
  char quote = 0;
  for (char c : text) {
    if (quote) {
      quote = c == quote ? 0 : quote;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (StringRef("([{").contains(c)) {
      ++depth;
    } else if (StringRef(")]}").contains(c)) {
      --depth;
    } else if (c == ',' && depth == 0) {
      values.push_back(StringRef(current).trim().str());
      current.clear();
      continue;
    }
    current += c;
  }
  values.push_back(StringRef(current).trim().str());
  return values;
}

/// Replaces each variant by one for every value in `values`.
template <typename T, typename Set>
void multiply(std::vector<Variant> &variants, const std::vector<T> &values, Set set) {
  if (values.empty())
    return;
  std::vector<Variant> result;
  for (const Variant &variant : variants)
    for (const T &value : values) {
      result.push_back(variant);
      set(result.back(), value);
    }
  variants = std::move(result);
}

void setConstexpr(Variant &variant, const std::string &name, const std::string &value) {
  for (auto &[known, old] : variant.constexprs)
    if (known == name) {
      old = value;
      return;
    }
  variant.constexprs.emplace_back(name, value);
}

void check(const std::vector<int> &values, const char *option, int least, int most, bool powerOfTwo,
           DiagnosticEngine &diagnostics) {
  for (int value : values)
    if (value < least || value > most || (powerOfTwo && !isPowerOf2_32(value)))
      diagnostics.report(DiagId::driver_bad_option_value, {}, option, value,
                         formatv(powerOfTwo ? "a power of two from {0} to {1}" : "{0} to {1}", least, most).str());
}

} // namespace

std::vector<Define> parseDefines(const std::vector<std::string> &texts, DiagnosticEngine &diagnostics) {
  std::vector<Define> defines;
  for (const std::string &text : texts) {
    auto [name, value] = StringRef(text).split('=');
    if (name.trim().empty() || value.trim().empty()) {
      diagnostics.report(DiagId::driver_bad_define, {}, text).withHint("write -D BLOCK=1024, or -D BLOCK=512,1024 for two variants");
      continue;
    }
    Define define{name.trim().str(), splitValues(value)};
    if (llvm::is_contained(define.values, ""))
      diagnostics.report(DiagId::driver_bad_define, {}, text);
    else
      defines.push_back(std::move(define));
  }
  return defines;
}

std::vector<Variant> expandVariants(const TritoncOptions &options, const std::vector<Variant> &base,
                                    DiagnosticEngine &diagnostics) {
  check(options.numWarps, "--num-warps", 1, 32, true, diagnostics);
  check(options.numStages, "--num-stages", 1, 16, false, diagnostics);
  check(options.numCtas, "--num-ctas", 1, 16, true, diagnostics);
  check(options.maxRegisters, "--maxnreg", 16, 255, false, diagnostics);
  check(options.wavesPerEu, "--waves-per-eu", 0, 10, false, diagnostics);
  std::vector<Variant> variants = base.empty() ? std::vector<Variant>(1) : base;
  for (const Define &define : parseDefines(options.defines, diagnostics))
    multiply(variants, define.values,
             [&](Variant &variant, const std::string &value) { setConstexpr(variant, define.name, value); });
  multiply(variants, options.numWarps, [](Variant &v, int n) { v.numWarps = n; });
  multiply(variants, options.numStages, [](Variant &v, int n) { v.numStages = n; });
  multiply(variants, options.numCtas, [](Variant &v, int n) { v.numCtas = n; });
  multiply(variants, options.maxRegisters, [](Variant &v, int n) { v.maxRegisters = n; });
  multiply(variants, options.wavesPerEu, [](Variant &v, int n) { v.wavesPerEu = n; });
  multiply(variants, options.matrixInstrNonKDim, [](Variant &v, int n) { v.matrixInstrNonKDim = n; });
  multiply(variants, options.kpack, [](Variant &v, int n) { v.kpack = n; });
  return variants;
}

} // namespace tritonc
