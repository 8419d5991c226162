//===- AmdBuffer.h - addresses as a base and a 32-bit offset --------------===//
#pragma once

#include "passes/lower/Emitter.h"
#include <optional>

namespace tritonc::lower {

/// ptr = base + offset: `base` is the same in all lanes of the program, 0 <= offset (i32), and offset + the bytes asked
/// for is at most 2^31.
struct BufferAddress {
  Value base;
  Value offset;
};

/// The two parts of an address in global memory, where they can be told apart and the offset's range is known.
std::optional<BufferAddress> bufferAddress(Emitter &e, Value ptr, unsigned bytes);

/// The same address, put together from a part that stays the same over the loops around, and differs between
/// lanes, and one that all lanes share; `ptr` itself where it cannot be taken apart so.
Value loopAddress(Emitter &e, Value ptr);

} // namespace tritonc::lower
