//===- TritonOps.cpp - the generated op definitions, in a file of their own ===//
//
// They take half a minute to compile; hand-written code beside them would pay that at every edit.
//
//===----------------------------------------------------------------------===//
#include "passes/ir/Dialects.h"

using namespace mlir;
using namespace tritonc::tt;

#define GET_OP_CLASSES
#include "passes/ir/TritonOps.cpp.inc"
