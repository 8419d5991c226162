//===- Session.h - what tritonrun does with its options -------------------===//
#pragma once

#include "driver/tritonrun/Options.h"
#include "llvm/Support/raw_ostream.h"

namespace tritonc::run {

/// Opens the file, runs every sweep point and prints. The exit code is the status's kind.
Status runSession(Options options, llvm::raw_ostream &out, llvm::raw_ostream &err);

/// `tritonrun: error: message` and the hint.
void printStatus(const Status &status, llvm::raw_ostream &err);

} // namespace tritonc::run
