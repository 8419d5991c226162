//===- Npy.h - numpy's array files ----------------------------------------===//
//
// Versions 1 to 3, C and Fortran order, either byte order. numpy has no bf16 and no 8-bit floats; such tensors are
// stored as unsigned integers of the same size, bit for bit, and read back from those when the type is asked for.
//
// Source: numpy.lib.format, "Format Version 1.0/2.0/3.0".
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/data/Tensor.h"

namespace tritonc {

/// Reads a file. With `wanted`, the file must hold that type (raw integers serve for a type that numpy lacks); without,
/// the tensor has the file's type.
Status readNpy(const std::string &path, const DataType *wanted, Tensor &tensor);

/// Writes the elements in C order.
Status writeNpy(const std::string &path, const Tensor &tensor);

} // namespace tritonc
