//===- Launch.h - from options to values and a grid -----------------------===//
#pragma once

#include "driver/tritonrun/Options.h"
#include "runtime/Images.h"
#include "runtime/data/Tensor.h"
#include <array>
#include <map>
#include <memory>

namespace tritonc::run {

/// One argument: a scalar's bytes or a tensor.
struct Argument {
  enum class Kind { Scalar, Tensor, Null } kind = Kind::Scalar;
  std::array<char, 8> scalar = {};
  /// Variants that are launched on the same data share it.
  std::shared_ptr<const Tensor> data;
  const Tensor &tensor() const { return *data; }
};

/// Tensors that were made for one launch and may serve another: filling large ones takes longer than most launches.
class MadeTensors {
public:
  Status make(const TensorSpec &spec, uint64_t seed, const std::string &name, std::shared_ptr<const Tensor> &tensor);

private:
  std::map<std::string, std::shared_ptr<const Tensor>> tensors;
};

/// Everything that one launch needs, evaluated for one image.
struct Launch {
  const KernelImage *image = nullptr;
  /// Constexprs, --let, sweep values and scalar arguments.
  Names names;
  std::vector<Argument> arguments;
  std::array<int64_t, 3> grid = {1, 1, 1};

  int findParam(const std::string &name) const;
};

/// A value of --sweep.
using SweepPoint = std::vector<std::pair<std::string, std::string>>;

/// All combinations of the sweeps; one empty point when there are none.
Status sweepPoints(const Options &options, std::vector<SweepPoint> &points);

Status prepareLaunch(const Options &options, const SweepPoint &point, const KernelImage &image, MadeTensors &tensors,
                     Launch &launch);

/// An error for a parameter name that the kernel lacks.
Status unknownParam(const Launch &launch, const char *option, const std::string &name);

} // namespace tritonc::run
