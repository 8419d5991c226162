//===- Tool.cpp - finding and running outside programs --------------------===//
#include "backend/toolchain/Tool.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tritonc {

char MissingToolError::ID;

static std::string inFolder(StringRef a, StringRef b) {
  SmallString<128> path(a);
  sys::path::append(path, b);
  return path.str().str();
}

static Expected<std::string> find(StringRef name, StringRef given, ArrayRef<std::string> folders, StringRef hint) {
  if (!given.empty()) {
    if (sys::fs::can_execute(given))
      return given.str();
    return make_error<MissingToolError>(given.str(), hint.str());
  }
  for (const std::string &folder : folders)
    if (sys::fs::can_execute(inFolder(folder, name)))
      return inFolder(folder, name);
  if (auto onPath = sys::findProgramByName(name))
    return *onPath;
  return make_error<MissingToolError>(name.str(), hint.str());
}

Expected<std::string> findPtxas(const ToolPaths &paths) {
  std::vector<std::string> folders;
  if (!paths.cudaDir.empty())
    folders.push_back(inFolder(paths.cudaDir, "bin"));
  auto found = find("ptxas", paths.ptxas, folders, "");
  if (found)
    return found;
  consumeError(found.takeError());
  return find(
      "ptxas", paths.ptxas, {"/usr/local/cuda/bin", "/opt/cuda/bin", "/usr/lib/cuda/bin"},
      "install the CUDA toolkit, or name ptxas with --ptxas=FILE, TRITONC_PTXAS or CUDA_HOME; PTX needs none of it");
}

Expected<std::string> findLld(const ToolPaths &paths) {
  return find("ld.lld", paths.lld, {}, "leave out --lld and TRITONC_LLD to use the linker that is built in");
}

Expected<ToolResult> runTool(ArrayRef<std::string> argv) {
  auto folder = TemporaryFolder::create();
  if (!folder)
    return folder.takeError();
  std::string out = folder->file("out"), err = folder->file("err");
  SmallVector<StringRef> args(argv.begin(), argv.end());
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(out), StringRef(err)};
  std::string message;
  ToolResult result;
  result.exitCode = sys::ExecuteAndWait(argv[0], args, std::nullopt, redirects, 0, 0, &message);
  if (!message.empty() && result.exitCode < 0)
    return createStringError(inconvertibleErrorCode(), "running " + argv[0] + " failed: " + message);
  for (const std::string &file : {out, err})
    if (auto text = MemoryBuffer::getFile(file))
      result.output += (*text)->getBuffer();
  return result;
}

Error toolError(StringRef program, const ToolResult &result) {
  std::string text =
      program.str() +
      (result.exitCode < 0 ? std::string(" crashed") : " failed with exit code " + std::to_string(result.exitCode));
  StringRef output = StringRef(result.output).rtrim();
  return createStringError(inconvertibleErrorCode(),
                           text + (output.empty() ? " and said nothing" : ":\n" + output.str()));
}

Expected<TemporaryFolder> TemporaryFolder::create() {
  SmallString<128> path;
  if (std::error_code error = sys::fs::createUniqueDirectory("tritonc", path))
    return createStringError(error, "no temporary folder could be made: " + error.message());
  return TemporaryFolder(path.str().str());
}

TemporaryFolder::~TemporaryFolder() {
  if (!path.empty())
    sys::fs::remove_directories(path);
}

std::string TemporaryFolder::file(StringRef name) const { return inFolder(path, name); }

Expected<std::string> readFile(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return createStringError(buffer.getError(), path + ": " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

Error writeFile(StringRef path, StringRef contents) {
  std::error_code error;
  raw_fd_ostream os(path, error);
  if (error)
    return createStringError(error, path + ": " + error.message());
  os << contents;
  os.close();
  if (os.has_error()) {
    error = os.error();
    os.clear_error();
    return createStringError(error, path + ": " + error.message());
  }
  return Error::success();
}

} // namespace tritonc
