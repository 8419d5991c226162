#include "runtime/cpu/ThreadPool.h"
#include <algorithm>
#include <sched.h>

namespace tritonc {

static int usableProcessors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return std::max(1, CPU_COUNT(&set));
  return std::max(1u, std::thread::hardware_concurrency());
}

ThreadPool::ThreadPool(int threads) {
  int count = threads > 0 ? threads : usableProcessors();
  for (int i = 1; i < count; ++i)
    workers.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    stopping = true;
  }
  wake.notify_all();
  for (std::thread &worker : workers)
    worker.join();
}

void ThreadPool::takeChunks() {
  while (true) {
    int64_t begin = __atomic_fetch_add(&jobNext, jobChunk, __ATOMIC_RELAXED);
    if (begin >= jobTotal)
      return;
    (*job)(begin, std::min(begin + jobChunk, jobTotal));
  }
}

void ThreadPool::work() {
  uint64_t seen = 0;
  while (true) {
    {
      std::unique_lock<std::mutex> lock(mutex);
      wake.wait(lock, [&] { return stopping || generation != seen; });
      if (stopping)
        return;
      seen = generation;
    }
    takeChunks();
    std::lock_guard<std::mutex> lock(mutex);
    if (--busy == 0)
      done.notify_one();
  }
}

void ThreadPool::run(int64_t total, const std::function<void(int64_t, int64_t)> &body) {
  if (total <= 1 || workers.empty()) {
    body(0, total);
    return;
  }
  {
    std::lock_guard<std::mutex> lock(mutex);
    job = &body;
    jobTotal = total;
    // Eight chunks for each thread: small enough to balance, large enough that taking one costs nothing.
    jobChunk = std::max<int64_t>(1, total / (8 * size()));
    jobNext = 0;
    busy = static_cast<int>(workers.size());
    ++generation;
  }
  wake.notify_all();
  takeChunks();
  std::unique_lock<std::mutex> lock(mutex);
  done.wait(lock, [&] { return busy == 0; });
}

} // namespace tritonc
