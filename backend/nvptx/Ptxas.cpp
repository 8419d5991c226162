//===- Ptxas.cpp - PTX to cubin by NVIDIA's assembler ---------------------===//
#include "backend/Occupancy.h"
#include "backend/nvptx/NvptxBackend.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tritonc {
namespace {

/// The number that stands right before `what` in `text`; -1 if there is none.
int numberBefore(StringRef text, StringRef what) {
  size_t at = text.find(what);
  if (at == StringRef::npos)
    return -1;
  StringRef before = text.take_front(at).rtrim();
  StringRef digits = before.take_back(before.size() - before.find_last_not_of("0123456789") - 1);
  int value = -1;
  return digits.getAsInteger(10, value) ? -1 : value;
}

/// Reads what `ptxas -v` prints for one kernel. Advice on performance comes before it and may speak of registers too.
///   0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
///   ptxas info    : Used 25 registers, used 1 barriers, 380 bytes cmem[0]
ResourceReport parseVerbose(StringRef text) {
  ResourceReport report;
  text = text.substr(text.find("Function properties"));
  report.stackBytes = numberBefore(text, " bytes stack frame");
  report.spills = numberBefore(text, " bytes spill stores");
  report.spillUnit = "bytes";
  report.registers = numberBefore(text, " registers");
  report.barriers = std::max(0, numberBefore(text, " barriers"));
  return report;
}

std::string versionOf(const std::string &ptxas) {
  auto result = runTool({ptxas, "--version"});
  if (!result) {
    consumeError(result.takeError());
    return "ptxas";
  }
  StringRef text = result->output;
  StringRef release = text.split("release ").second.split(',').first;
  return release.empty() ? "ptxas" : ("ptxas " + release).str();
}

Expected<CubinResult> assembleAt(int level, const std::string &ptxas, const std::string &input,
                                 const TemporaryFolder &folder, const GpuCodegenOptions &options) {
  std::string output = folder.file("kernel.O" + std::to_string(level) + ".cubin");
  std::vector<std::string> argv{ptxas, "-v", "-arch=" + options.target.name, input, "-o", output};
  if (level < 3)
    argv.push_back("-O" + std::to_string(level));
  if (options.debugLines)
    argv.push_back("-lineinfo");
  auto result = runTool(argv);
  if (!result)
    return result.takeError();
  if (result->exitCode != 0)
    return toolError(ptxas, *result);
  auto cubin = readFile(output);
  if (!cubin)
    return cubin.takeError();
  return CubinResult{std::move(*cubin), parseVerbose(result->output)};
}

} // namespace

// Where registers do not suffice by far, ptxas at its highest levels (seen with 13.0) gives a thread 32 or 64 of its
// 255 and keeps the rest in memory. Its level 1 takes all registers, and spills an eighth to three quarters as much: on
// an H200 three kernels of attention with two warps run 3.4 to 4.7 times as fast. Where it spills more, the highest
// level stands.
Expected<CubinResult> assemblePtx(StringRef ptx, const GpuCodegenOptions &options, const ToolPaths &tools) {
  auto ptxas = findPtxas(tools);
  if (!ptxas)
    return ptxas.takeError();
  auto folder = TemporaryFolder::create();
  if (!folder)
    return folder.takeError();
  std::string input = folder->file("kernel.ptx");
  if (Error error = writeFile(input, ptx))
    return std::move(error);
  auto best = assembleAt(options.optLevel, *ptxas, input, *folder, options);
  if (!best)
    return best.takeError();
  if (options.optLevel > 1 && best->resources.spills > 0) {
    auto plain = assembleAt(1, *ptxas, input, *folder, options);
    if (!plain)
      return plain.takeError();
    if (plain->resources.spills < best->resources.spills)
      best = std::move(plain);
  }
  best->resources.source = versionOf(*ptxas);
  return best;
}

} // namespace tritonc
