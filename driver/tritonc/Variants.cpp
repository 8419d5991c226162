//===- Variants.cpp - from lists on the command line to single compiles ---===//
#include "driver/tritonc/Variants.h"
#include "llvm/Support/MathExtras.h"
#include <set>
#include <tuple>

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

/// More than any search needs; a product of long lists would fill the memory first.
constexpr size_t mostVariants = 4096;

/// Replaces each variant by one for every value in `values`.
template <typename T, typename Set>
void multiply(std::vector<Variant> &variants, std::vector<T> values, DiagnosticEngine &diagnostics, Set set) {
  // A value given twice makes one variant.
  std::vector<T> unique;
  for (T &value : values)
    if (!is_contained(unique, value))
      unique.push_back(std::move(value));
  values = std::move(unique);
  if (values.empty())
    return;
  std::vector<Variant> result;
  if (variants.size() * values.size() > mostVariants) {
    diagnostics.report(DiagId::driver_bad_option_value, {}, "number of variants", variants.size() * values.size(),
                       formatv("at most {0}", mostVariants).str());
    return;
  }
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

/// Lists may name a configuration twice, and what the command line overrides makes more of them the same.
void removeRepetitions(std::vector<Variant> &variants) {
  const auto identity = [](const Variant &v) {
    return std::make_tuple(v.constexprs, v.numWarps, v.numStages, v.numCtas, v.maxRegisters, v.wavesPerEu,
                           v.matrixInstrNonKDim, v.kpack);
  };
  std::set<decltype(identity(Variant()))> seen;
  erase_if(variants, [&](const Variant &variant) { return !seen.insert(identity(variant)).second; });
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
      diagnostics.report(DiagId::driver_bad_define, {}, text)
          .withHint("write -D BLOCK=1024, or -D BLOCK=512,1024 for two variants");
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
  check(options.kpack, "--kpack", 1, 2, false, diagnostics);
  for (int value : options.matrixInstrNonKDim)
    if (!is_contained({0, 4, 16, 32}, value))
      diagnostics.report(DiagId::driver_bad_option_value, {}, "--matrix-instr-nonkdim", value,
                         "4, 16, 32, or 0 for any");
  std::vector<Variant> variants = base.empty() ? std::vector<Variant>(1) : base;
  if (base.size() > mostVariants) {
    diagnostics.report(DiagId::driver_bad_option_value, {}, "number of variants", base.size(),
                       formatv("at most {0}", mostVariants).str());
    return {};
  }
  for (const Define &define : parseDefines(options.defines, diagnostics))
    multiply(variants, define.values, diagnostics,
             [&](Variant &variant, const std::string &value) { setConstexpr(variant, define.name, value); });
  multiply(variants, options.numWarps, diagnostics, [](Variant &v, int n) { v.numWarps = n; });
  multiply(variants, options.numStages, diagnostics, [](Variant &v, int n) { v.numStages = n; });
  multiply(variants, options.numCtas, diagnostics, [](Variant &v, int n) { v.numCtas = n; });
  multiply(variants, options.maxRegisters, diagnostics, [](Variant &v, int n) { v.maxRegisters = n; });
  multiply(variants, options.wavesPerEu, diagnostics, [](Variant &v, int n) { v.wavesPerEu = n; });
  multiply(variants, options.matrixInstrNonKDim, diagnostics, [](Variant &v, int n) { v.matrixInstrNonKDim = n; });
  multiply(variants, options.kpack, diagnostics, [](Variant &v, int n) { v.kpack = n; });
  removeRepetitions(variants);
  return variants;
}

void checkVariant(const Variant &variant, DiagnosticEngine &diagnostics) {
  const auto check = [&](const char *name, int value, bool good, const char *what) {
    if (!good)
      diagnostics.report(DiagId::driver_bad_option_value, {}, name, value, what);
  };
  const auto powerUpTo = [](int value, int most) { return value >= 1 && value <= most && isPowerOf2_32(value); };
  check("num_warps", variant.numWarps, powerUpTo(variant.numWarps, 32), "a power of two from 1 to 32");
  check("num_stages", variant.numStages, variant.numStages >= 0 && variant.numStages <= 16, "0 to 16");
  check("num_ctas", variant.numCtas, powerUpTo(variant.numCtas, 16), "a power of two from 1 to 16");
  const int registers = variant.maxRegisters;
  check("maxnreg", registers, registers == 0 || (registers >= 16 && registers <= 255), "16 to 255");
  check("waves_per_eu", variant.wavesPerEu, variant.wavesPerEu >= 0 && variant.wavesPerEu <= 10, "0 to 10");
}

std::optional<std::string> whyImpossible(const Variant &variant, const Target &target) {
  if (target.isCPU())
    return std::nullopt;
  if (variant.numWarps * target.warpSize > target.maxThreads)
    return formatv("num_warps {0}: the value must be at most {1} on {2}, which has {3} lanes in a warp and {4} threads "
                   "in a program",
                   variant.numWarps, target.maxThreads / target.warpSize, target.name, target.warpSize,
                   target.maxThreads)
        .str();
  if (variant.numCtas != 1)
    return formatv("num_ctas {0}: the value must be 1: programs that span several CTAs are not offered",
                   variant.numCtas)
        .str();
  return std::nullopt;
}

} // namespace tritonc
