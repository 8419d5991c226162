#include "driver/tritonrun/Execution.h"
#include "driver/tritonrun/CrashMessage.h"
#include <algorithm>
#include <cmath>

namespace tritonc::run {

Status Execution::open() {
  const Manifest &manifest = launch.image->manifest;
  TRITONC_TRY(device.checkGrid(launch.grid));
  TRITONC_TRY(device.load(*launch.image, kernel));
  std::vector<void *> values;
  addresses.assign(launch.arguments.size(), 0);
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    const Argument &argument = launch.arguments[i];
    buffers.emplace_back();
    if (argument.kind == Argument::Kind::Tensor) {
      buffers.back() = std::make_unique<GuardedBuffer>(device);
      TRITONC_TRY(
          buffers.back()->allocate(argument.tensor.bytes.size()).in("argument '" + manifest.params[i].name + "'"));
      addresses[i] = buffers.back()->data();
    }
    bool scalar = argument.kind == Argument::Kind::Scalar;
    values.push_back(scalar ? const_cast<char *>(argument.scalar.data()) : reinterpret_cast<char *>(&addresses[i]));
  }
  return arguments.bind(manifest, values.data(), values.size(), launch.grid);
}

Status Execution::upload() {
  for (size_t i = 0; i < buffers.size(); ++i)
    if (buffers[i])
      TRITONC_TRY(buffers[i]->upload(launch.arguments[i].tensor.bytes));
  return {};
}

Status Execution::request(LaunchRequest &request) {
  TRITONC_TRY(upload());
  request.kernel = kernel.get();
  request.grid = launch.grid;
  request.params = arguments.params();
  return {};
}

Status Execution::run(std::vector<Tensor> &outputs) {
  LaunchRequest single;
  TRITONC_TRY(request(single));
  const Manifest &manifest = launch.image->manifest;
  if (!emptyGrid()) {
    CrashScope scope(manifest.kernel.c_str());
    TRITONC_TRY(device.launch(single).in("kernel '" + manifest.kernel + "'"));
    TRITONC_TRY(device.synchronize().in("kernel '" + manifest.kernel + "'"));
  }
  outputs.assign(buffers.size(), {});
  for (size_t i = 0; i < buffers.size(); ++i) {
    if (!buffers[i])
      continue;
    bool touched = false;
    int64_t where = 0;
    TRITONC_TRY(buffers[i]->checkGuards(touched, where));
    if (touched)
      return Status::failed("kernel '", manifest.kernel, "' wrote outside of '", manifest.params[i].name, "' on ",
                            device.info().spec, ": at byte ", where, " of ", launch.arguments[i].tensor.bytes.size());
    const Tensor &input = launch.arguments[i].tensor;
    outputs[i].type = input.type;
    outputs[i].dims = input.dims;
    outputs[i].strides = input.strides;
    TRITONC_TRY(buffers[i]->download(outputs[i].bytes));
  }
  return {};
}

namespace {

double quantile(const std::vector<double> &sorted, double q) {
  double at = q * static_cast<double>(sorted.size() - 1);
  size_t below = static_cast<size_t>(at);
  double part = at - static_cast<double>(below);
  double next = sorted[std::min(below + 1, sorted.size() - 1)];
  return sorted[below] + part * (next - sorted[below]);
}

Timing summarize(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return {quantile(seconds, 0.5), quantile(seconds, 0.2), quantile(seconds, 0.8), static_cast<int>(seconds.size())};
}

int fitting(double budget, double each, int low, int high) {
  double count = budget / std::max(each, 1e-9);
  return static_cast<int>(std::min<double>(std::max<double>(count, low), high));
}

} // namespace

Status benchmark(Device &device, const LaunchRequest &request, int samples, BenchResult &result) {
  CrashScope scope(request.kernel->manifest.kernel.c_str());
  // Warm-up: clocks rise and code is paged in; the fastest of these is the estimate.
  std::vector<double> estimate, cold, hot;
  TRITONC_TRY(device.timeHot(request, 1, 5, estimate));
  double each = *std::min_element(estimate.begin(), estimate.end());
  // A batch lasts a millisecond at least, so that the events' own cost and resolution (0.5 us) do not count.
  int batch = fitting(1e-3, each, 1, 500);
  std::vector<double> warm;
  TRITONC_TRY(device.timeHot(request, batch, fitting(0.02, each * batch, 1, 20), warm));
  TRITONC_TRY(device.timeCold(request, samples ? samples : fitting(0.3, each, 10, 200), cold));
  TRITONC_TRY(device.timeHot(request, batch, samples ? samples : fitting(0.3, each * batch, 10, 200), hot));
  result.cold = summarize(std::move(cold));
  result.hot = summarize(std::move(hot));
  return {};
}

} // namespace tritonc::run
