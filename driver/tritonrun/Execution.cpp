#include "driver/tritonrun/Execution.h"
#include "driver/tritonrun/CrashMessage.h"
#include <algorithm>
#include <cmath>
#include <map>

namespace tritonc::run {

Status Execution::open() {
  const Manifest &manifest = launch.image->manifest;
  TRITONC_TRY(device.checkGrid(launch.grid));
  TRITONC_TRY(device.load(*launch.image, kernel));
  std::vector<void *> values;
  // A map, so that fields stay in place when others come.
  std::map<size_t, std::vector<int64_t>> descriptors;
  addresses.assign(launch.arguments.size(), 0);
  buffers.assign(launch.arguments.size(), nullptr);
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    const Argument &argument = launch.arguments[i];
    if (argument.kind == Argument::Kind::Tensor) {
      const std::string &name = manifest.params[i].name;
      TRITONC_TRY(shared.find(name, argument.data, buffers[i]).in("argument '" + name + "'"));
      addresses[i] = buffers[i]->data();
    }
    bool scalar = argument.kind == Argument::Kind::Scalar;
    values.push_back(scalar ? const_cast<char *>(argument.scalar.data()) : reinterpret_cast<char *>(&addresses[i]));
    if (argument.kind == Argument::Kind::Tensor && descriptorType(manifest.params[i].type)) {
      std::vector<int64_t> &fields = descriptors[i];
      fields.assign(1, static_cast<int64_t>(addresses[i]));
      fields.insert(fields.end(), argument.tensor().dims.begin(), argument.tensor().dims.end());
      fields.insert(fields.end(), argument.tensor().strides.begin(), argument.tensor().strides.end());
      values.back() = fields.data();
    }
  }
  return arguments.bind(manifest, values.data(), values.size(), launch.grid);
}

Status Execution::restore() {
  for (size_t i = 0; i < buffers.size(); ++i)
    if (buffers[i])
      TRITONC_TRY(buffers[i]->restore(launch.arguments[i].tensor().bytes));
  return {};
}

Status Execution::addResets(LaunchRequest &request) {
  const Manifest &manifest = launch.image->manifest;
  const auto names = [](const std::vector<std::string> &list, const std::string &name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  for (size_t i = 0; i < buffers.size(); ++i) {
    const std::string &name = manifest.params[i].name;
    const bool toZero = names(manifest.resetToZero, name);
    if (!buffers[i] || (!toZero && !names(manifest.restoreValue, name)))
      continue;
    if (!toZero)
      TRITONC_TRY(buffers[i]->keepCopy());
    if (!toZero && !buffers[i]->hasCopy())
      return Status::failed("'", name, "' has to be restored before each launch, but ", device.info().spec,
                            " has no memory left for a copy of it");
    request.resets.push_back(buffers[i]->reset(toZero));
  }
  return {};
}

Status Execution::request(LaunchRequest &request) {
  TRITONC_TRY(restore());
  TRITONC_TRY(addResets(request));
  request.kernel = kernel.get();
  request.grid = launch.grid;
  request.params = arguments.params();
  return {};
}

Status Execution::checkGuards() {
  const Manifest &manifest = launch.image->manifest;
  for (size_t i = 0; i < buffers.size(); ++i) {
    if (!buffers[i])
      continue;
    bool touched = false;
    int64_t where = 0;
    TRITONC_TRY(buffers[i]->checkGuards(touched, where));
    if (touched)
      return Status::failed("kernel '", manifest.kernel, "' wrote outside of '", manifest.params[i].name, "' on ",
                            device.info().spec, ": at byte ", where, " of ", launch.arguments[i].tensor().bytes.size());
  }
  return {};
}

Status Execution::tryOut() {
  LaunchRequest single;
  TRITONC_TRY(request(single));
  const std::string &name = launch.image->manifest.kernel;
  if (!emptyGrid()) {
    CrashScope scope(name.c_str());
    TRITONC_TRY(device.launch(single).in("kernel '" + name + "'"));
    TRITONC_TRY(device.synchronize().in("kernel '" + name + "'"));
  }
  return checkGuards();
}

Status Execution::run(std::vector<Tensor> &outputs) {
  TRITONC_TRY(tryOut());
  outputs.assign(buffers.size(), {});
  for (size_t i = 0; i < buffers.size(); ++i) {
    if (!buffers[i])
      continue;
    const Tensor &input = launch.arguments[i].tensor();
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

int fitting(double budget, double each, int low, int high) {
  double count = budget / std::max(each, 1e-9);
  return static_cast<int>(std::min<double>(std::max<double>(count, low), high));
}

} // namespace

Timing summarize(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return {quantile(seconds, 0.5), quantile(seconds, 0.2), quantile(seconds, 0.8), static_cast<int>(seconds.size())};
}

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
