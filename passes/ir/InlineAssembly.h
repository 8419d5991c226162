//===- InlineAssembly.h - how elements lie in operands of inline assembly -===//
#pragma once

#include <algorithm>

namespace tritonc::tt {

/// How many elements of `bits` bits share an operand, of `pack` that go together: 32-bit registers are filled.
inline unsigned elementsPerOperand(unsigned bits, unsigned pack) { return bits >= 32 ? 1 : std::min(32 / bits, pack); }

} // namespace tritonc::tt
