//===- ThreadPool.h - worker threads for the programs of a grid -----------===//
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tritonc {

/// Threads that live as long as the pool. `run` cuts [0, total) into chunks that the workers and the caller take in
/// turn, so that programs of unequal length balance.
class ThreadPool {
public:
  /// 0: one thread for each processor that this process may use.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  int size() const { return static_cast<int>(workers.size()) + 1; }
  void run(int64_t total, const std::function<void(int64_t, int64_t)> &body);

private:
  void work();
  void takeChunks();

  std::vector<std::thread> workers;
  std::mutex mutex;
  std::condition_variable wake, done;
  uint64_t generation = 0;
  int busy = 0;
  bool stopping = false;
  // The job; written before `generation` grows.
  const std::function<void(int64_t, int64_t)> *job = nullptr;
  int64_t jobTotal = 0, jobChunk = 1;
  int64_t jobNext = 0;
};

} // namespace tritonc
