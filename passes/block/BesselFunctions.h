//===- BesselFunctions.h - Bessel functions as formulas -------------------===//
#pragma once

#include "passes/block/Formula.h"
#include "llvm/ADT/StringSwitch.h"

namespace tritonc {

/// What writes out the library function of this name (`j0`, `cyl_bessel_i1f`; without `__nv_`), or null.
Term (*findBesselFunction(llvm::StringRef name))(llvm::ArrayRef<Term>);

} // namespace tritonc
