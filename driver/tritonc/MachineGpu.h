//===- MachineGpu.h - the target that is meant when none is named ---------===//
#pragma once

#include "backend/Target.h"
#include <optional>

namespace tritonc {

/// The target of this machine's first GPU; none when there is no GPU, no driver, or none that is in the table of
/// targets. Looks at device files first, so that a machine without a GPU loads no driver library.
std::optional<Target> findMachineGpu();

} // namespace tritonc
