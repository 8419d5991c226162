#include "driver/tritonrun/DeviceBuffers.h"

namespace tritonc::run {

Status DeviceBuffers::find(const std::string &parameter, const std::shared_ptr<const Tensor> &tensor,
                           GuardedBuffer *&buffer) {
  Entry &entry = entries[{parameter, tensor.get()}];
  if (!entry.buffer) {
    auto made = std::make_unique<GuardedBuffer>(device);
    TRITONC_TRY(made->allocate(tensor->bytes.size()));
    TRITONC_TRY(made->upload(tensor->bytes));
    device.describe(made->data(), tensor->bytes.size(), !tensor->isPoison);
    entry = {tensor, std::move(made)};
  }
  if (keepCopies && !entry.buffer->hasCopy()) {
    TRITONC_TRY(entry.buffer->restore(tensor->bytes));
    TRITONC_TRY(entry.buffer->keepCopy());
  }
  buffer = entry.buffer.get();
  return {};
}

} // namespace tritonc::run
