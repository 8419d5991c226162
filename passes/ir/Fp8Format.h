//===- Fp8Format.h - which 8-bit float a type is --------------------------===//
#pragma once

#include "backend/Target.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tritonc {

/// The format of an MLIR type, if it is one of 8-bit floats.
inline std::optional<Fp8Format> fp8FormatOf(mlir::Type type) {
  return llvm::TypeSwitch<mlir::Type, std::optional<Fp8Format>>(type)
      .Case<mlir::Float8E4M3FNType>([](auto) { return Fp8Format::E4M3FN; })
      .Case<mlir::Float8E5M2Type>([](auto) { return Fp8Format::E5M2; })
      .Case<mlir::Float8E4M3FNUZType>([](auto) { return Fp8Format::E4M3FNUZ; })
      .Case<mlir::Float8E5M2FNUZType>([](auto) { return Fp8Format::E5M2FNUZ; })
      .Case<mlir::Float8E4M3B11FNUZType>([](auto) { return Fp8Format::E4M3B11FNUZ; })
      .Default([](mlir::Type) { return std::nullopt; });
}

} // namespace tritonc
