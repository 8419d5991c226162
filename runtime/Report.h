//===- Report.h - what kernels use of a machine ---------------------------===//
//
// tritonc prints what the code generator says; tritonrun adds a row with what the loaded binary says on a device. Lanes
// of a warp and threads of a program are always there: `num_warps` means 32 lanes on one machine and 64 on another.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/Device.h"
#include "runtime/KernelManifest.h"
#include "runtime/Table.h"

namespace tritonc {

struct ReportRow {
  Manifest manifest;
  int variant = 0;
  /// Per cent of a unit's threads that can be resident; negative: not known.
  int occupancy = -1;
};

/// A row from a manifest as tritonc wrote it.
ReportRow reportRow(const Manifest &manifest, int variant);

/// A row from what the loaded binary uses on a device.
ReportRow loadedRow(const Manifest &manifest, int variant, const LoadedFigures &figures, const DeviceInfo &device);

Table reportTable(const std::vector<ReportRow> &rows);

/// The whole report of these manifests; `format` is `text`, `json` or `csv`. Variants are numbered per kernel and
/// target.
std::string formatReport(const std::vector<Manifest> &manifests, const std::string &format);

} // namespace tritonc
