//===- GpuApi.h - the calls that CUDA and HIP have in common --------------===//
//
// HIP's runtime mirrors the CUDA driver API call by call, so one table of function pointers, filled from either
// library, serves both: a row names the call in each. Handles are opaque pointers and device addresses 64-bit integers,
// which is what both pass in registers. No vendor header is needed.
//
// Sources: CUDA Driver API reference (docs.nvidia.com/cuda/cuda-driver-api), HIP runtime API reference
// (rocm.docs.amd.com).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/Status.h"
#include <cstddef>
#include <cstdint>

namespace tritonc {

using GpuHandle = void *;

// X(field, parameters, CUDA name, HIP name)
#define TRITONC_GPU_CALLS(X)                                                                                           \
  X(init, (unsigned), "cuInit", "hipInit")                                                                             \
  X(driverVersion, (int *), "cuDriverGetVersion", "hipDriverGetVersion")                                               \
  X(deviceCount, (int *), "cuDeviceGetCount", "hipGetDeviceCount")                                                     \
  X(deviceGet, (int *, int), "cuDeviceGet", "hipDeviceGet")                                                            \
  X(deviceName, (char *, int, int), "cuDeviceGetName", "hipDeviceGetName")                                             \
  X(deviceAttribute, (int *, int, int), "cuDeviceGetAttribute", "hipDeviceGetAttribute")                               \
  X(moduleUnload, (GpuHandle), "cuModuleUnload", "hipModuleUnload")                                                    \
  X(moduleGetFunction, (GpuHandle *, GpuHandle, const char *), "cuModuleGetFunction", "hipModuleGetFunction")          \
  X(functionAttribute, (int *, int, GpuHandle), "cuFuncGetAttribute", "hipFuncGetAttribute")                           \
  X(occupancy, (int *, GpuHandle, int, size_t), "cuOccupancyMaxActiveBlocksPerMultiprocessor",                         \
    "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor")                                                              \
  X(memAlloc, (uint64_t *, size_t), "cuMemAlloc_v2", "hipMalloc")                                                      \
  X(memFree, (uint64_t), "cuMemFree_v2", "hipFree")                                                                    \
  X(copyToDevice, (uint64_t, const void *, size_t), "cuMemcpyHtoD_v2", "hipMemcpyHtoD")                                \
  X(copyToHost, (void *, uint64_t, size_t), "cuMemcpyDtoH_v2", "hipMemcpyDtoH")                                        \
  X(copyWithinAsync, (uint64_t, uint64_t, size_t, GpuHandle), "cuMemcpyDtoDAsync_v2", "hipMemcpyDtoDAsync")            \
  X(fillAsync, (uint64_t, unsigned char, size_t, GpuHandle), "cuMemsetD8Async", "hipMemsetD8Async")                    \
  X(streamCreate, (GpuHandle *, unsigned), "cuStreamCreate", "hipStreamCreateWithFlags")                               \
  X(streamDestroy, (GpuHandle), "cuStreamDestroy_v2", "hipStreamDestroy")                                              \
  X(streamSynchronize, (GpuHandle), "cuStreamSynchronize", "hipStreamSynchronize")                                     \
  X(eventCreate, (GpuHandle *, unsigned), "cuEventCreate", "hipEventCreateWithFlags")                                  \
  X(eventDestroy, (GpuHandle), "cuEventDestroy_v2", "hipEventDestroy")                                                 \
  X(eventRecord, (GpuHandle, GpuHandle), "cuEventRecord", "hipEventRecord")                                            \
  X(eventElapsed, (float *, GpuHandle, GpuHandle), "cuEventElapsedTime", "hipEventElapsedTime")                        \
  X(launchKernel,                                                                                                      \
    (GpuHandle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, GpuHandle, void **, void **),    \
    "cuLaunchKernel", "hipModuleLaunchKernel")                                                                         \
  X(captureBegin, (GpuHandle, int), "cuStreamBeginCapture_v2", "hipStreamBeginCapture")                                \
  X(captureEnd, (GpuHandle, GpuHandle *), "cuStreamEndCapture", "hipStreamEndCapture")                                 \
  X(graphInstantiate, (GpuHandle *, GpuHandle, unsigned long long), "cuGraphInstantiateWithFlags",                     \
    "hipGraphInstantiateWithFlags")                                                                                    \
  X(graphLaunch, (GpuHandle, GpuHandle), "cuGraphLaunch", "hipGraphLaunch")                                            \
  X(graphExecDestroy, (GpuHandle), "cuGraphExecDestroy", "hipGraphExecDestroy")                                        \
  X(graphDestroy, (GpuHandle), "cuGraphDestroy", "hipGraphDestroy")

enum class GpuFlavour { CUDA, HIP };

struct GpuApi {
#define TRITONC_GPU_FIELD(field, parameters, cuda, hip) int(*field) parameters = nullptr;
  TRITONC_GPU_CALLS(TRITONC_GPU_FIELD)
#undef TRITONC_GPU_FIELD
  GpuFlavour flavour = GpuFlavour::CUDA;
  void *library = nullptr;
  std::string libraryName;

  /// Takes every call from the library; a missing one is an error that names it.
  Status fill(GpuFlavour flavour, void *library, const std::string &libraryName);
};

/// The call's name in the API that is in use.
const char *gpuCallName(GpuFlavour flavour, const char *field);

} // namespace tritonc
