//===- Outputs.h - what is done with the tensors after a run --------------===//
#pragma once

#include "driver/tritonrun/Launch.h"
#include "runtime/data/Compare.h"

namespace tritonc::run {

/// Complaints that do not end the run at once: all comparisons are made, then the exit code is 1.
using Messages = std::vector<std::string>;

/// The files and names of --save, --print and --expect are checked before anything is launched.
Status checkOutputOptions(const Options &options, const Launch &launch);

Status tolerance(const Options &options, const DataType &type, Tolerance &tolerance);

Status saveTensors(const Options &options, const Launch &launch, const std::vector<Tensor> &outputs, Messages &notes);
Status printTensors(const Options &options, const Launch &launch, const std::vector<Tensor> &outputs,
                    std::string &text);
Status compareExpected(const Options &options, const Launch &launch, const std::vector<Tensor> &outputs,
                       Messages &mismatches, int &compared);

/// Compares all tensors with those of another launch of the same kernel.
Status compareRuns(const Options &options, const Launch &launch, const std::vector<Tensor> &outputs,
                   const Launch &otherLaunch, const std::vector<Tensor> &others, const std::string &where,
                   Messages &mismatches);

} // namespace tritonc::run
