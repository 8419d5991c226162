//===- DeviceBuffers.h - the tensors of a run on one device ---------------===//
//
// Launches over the same data, as those of several variants are, use the same memory: it is allocated once and put back
// before each of them.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/GuardedBuffer.h"
#include "runtime/data/Tensor.h"
#include <map>
#include <memory>

namespace tritonc::run {

class DeviceBuffers {
public:
  explicit DeviceBuffers(Device &device) : device(device) {}

  /// The buffer of a parameter's tensor, which holds its data when it is new.
  Status find(const std::string &parameter, const std::shared_ptr<const Tensor> &tensor, GuardedBuffer *&buffer);

  /// Whether buffers get copies on the device, for a run that puts them back many times.
  bool keepCopies = false;

private:
  struct Entry {
    std::shared_ptr<const Tensor> tensor;
    std::unique_ptr<GuardedBuffer> buffer;
  };
  Device &device;
  std::map<std::pair<std::string, const Tensor *>, Entry> entries;
};

} // namespace tritonc::run
