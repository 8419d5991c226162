//===- CompileCache.h - images that were compiled before ------------------===//
//
// The key of an entry is a hash of the optimised block IR, the options, the target and the compiler itself. Block IR is
// what the sources and all their helpers mean, whatever they are called and wherever they lie: so moving a file,
// editing a comment or changing a helper that the kernel does not use keep an entry, and nothing that changes the code
// does. It costs the front end, some milliseconds, on every run; what is saved is the nine tenths that follow.
//
// An entry is a bundle in a file of its own, named by the key. It is written under another name and renamed, so that
// processes of a parallel make may share a folder, and its images' hashes are checked when it is read: a damaged entry
// is as good as none. Within a run, compiles of the same key are done once (on the CPU, variants that differ in
// num_warps are the same).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "driver/tritonc/Options.h"
#include "runtime/Manifest.h"
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>

namespace tritonc {

struct CompileJob;

struct CachedImage {
  /// Only what the code decides: shared and scratch memory, resources, kind, hash.
  Manifest manifest;
  std::string bytes;
};

class CompileCache {
public:
  /// `folder` empty: only within this run.
  explicit CompileCache(std::string folder) : folder(std::move(folder)) {}

  /// The images of an earlier compile. None: the caller compiles, and ends with `add` or `giveUp`; until then other
  /// threads that ask for the same key wait.
  std::optional<std::vector<CachedImage>> find(const std::string &key);
  void add(const std::string &key, std::vector<CachedImage> images);
  void giveUp(const std::string &key);

private:
  std::string pathOf(const std::string &key) const;
  std::optional<std::vector<CachedImage>> read(const std::string &key) const;
  void write(const std::string &key, const std::vector<CachedImage> &images) const;

  struct Entry {
    bool isReady = false;
    std::vector<CachedImage> images;
  };
  std::string folder;
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::string, Entry> entries;
};

/// Hex SHA-256 of everything that decides the images of a job.
std::string cacheKey(const CompileJob &job, const TritoncOptions &options, llvm::StringRef blockIr);

/// Makes the folder; the error says why nothing can be written into it.
llvm::Error openCacheFolder(const std::string &folder);

} // namespace tritonc
