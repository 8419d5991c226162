//===- Tool.h - finding and running outside programs ----------------------===//
//
// ptxas, and a linker if the user names one, are run as subprocesses, as clang does. ptxas is looked for where the user
// said, then in the folder that the environment named (read once by main and passed in), then on PATH, then in the
// usual installation folders.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace tritonc {

/// Where outside tools are looked for; filled by main from flags and the environment.
struct ToolPaths {
  std::string ptxas;   ///< `--ptxas` or TRITONC_PTXAS
  std::string lld;     ///< `--lld` or TRITONC_LLD; empty: the linker of this program (Link.h)
  std::string cudaDir; ///< CUDA_HOME or CUDA_PATH
};

/// A tool that was needed and is not there (exit code 3).
class MissingToolError : public llvm::ErrorInfo<MissingToolError> {
public:
  static char ID;
  MissingToolError(std::string tool, std::string hint) : tool(std::move(tool)), hint(std::move(hint)) {}
  void log(llvm::raw_ostream &os) const override { os << tool << " was not found"; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }
  std::string tool, hint;
};

/// Full path of ptxas / of the linker that the user named, or a MissingToolError.
llvm::Expected<std::string> findPtxas(const ToolPaths &paths);
llvm::Expected<std::string> findLld(const ToolPaths &paths);

struct ToolResult {
  int exitCode = 0;
  std::string output; ///< standard output and standard error, in that order
};

/// Runs `argv` (argv[0] is a full path) to its end.
llvm::Expected<ToolResult> runTool(llvm::ArrayRef<std::string> argv);

/// What to say of a tool that did not end well: which one, how, and what it printed.
llvm::Error toolError(llvm::StringRef program, const ToolResult &result);

/// A temporary folder, removed with all that is in it.
class TemporaryFolder {
public:
  static llvm::Expected<TemporaryFolder> create();
  TemporaryFolder(TemporaryFolder &&other) : path(std::move(other.path)) { other.path.clear(); }
  ~TemporaryFolder();
  std::string file(llvm::StringRef name) const;

private:
  explicit TemporaryFolder(std::string path) : path(std::move(path)) {}
  std::string path;
};

/// Reads and writes whole files.
llvm::Expected<std::string> readFile(llvm::StringRef path);
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef contents);

} // namespace tritonc
