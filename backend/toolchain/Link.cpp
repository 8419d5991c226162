//===- Link.cpp - linking ELF shared objects ------------------------------===//
#include "backend/toolchain/Link.h"
#include "lld/Common/Driver.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace tritonc {

/// Runs the LLD of this process.
static ToolResult runOwnLld(ArrayRef<std::string> argv) {
  static std::mutex oneAtATime;
  std::lock_guard<std::mutex> lock(oneAtATime);
  SmallVector<const char *> args;
  for (const std::string &arg : argv)
    args.push_back(arg.c_str());
  ToolResult result;
  raw_string_ostream out(result.output);
  result.exitCode = lld::lldMain(args, out, out, {{lld::Gnu, &lld::elf::link}}).retCode;
  return result;
}

Expected<std::string> linkSharedObject(ArrayRef<std::string> arguments, const TemporaryFolder &folder,
                                       const ToolPaths &tools) {
  std::string output = folder.file("linked.so");
  // The program's name chooses the flavour. One thread is enough for one small input.
  std::vector<std::string> argv{"ld.lld", "-shared", "--threads=1", "-o", output};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  Expected<ToolResult> result = ToolResult();
  if (tools.lld.empty()) {
    *result = runOwnLld(argv);
  } else {
    auto lld = findLld(tools);
    if (!lld)
      return lld.takeError();
    argv[0] = *lld;
    result = runTool(argv);
  }
  if (!result)
    return result.takeError();
  if (result->exitCode != 0)
    return toolError(argv[0], *result);
  return readFile(output);
}

} // namespace tritonc
