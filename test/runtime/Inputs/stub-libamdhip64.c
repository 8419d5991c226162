/* A libamdhip64.so for machines without a GPU: the stub of CUDA under HIP's names, and what differs. The log keeps CUDA's
 * names. */
#define cuInit hipInit
#define cuDriverGetVersion hipDriverGetVersion
#define cuDeviceGetCount hipGetDeviceCount
#define cuDeviceGet hipDeviceGet
#define cuDeviceGetName hipDeviceGetName
#define cuDeviceGetAttribute hipDeviceGetAttribute
#define cuModuleUnload hipModuleUnload
#define cuModuleGetFunction hipModuleGetFunction
#define cuFuncGetAttribute hipFuncGetAttribute
#define cuOccupancyMaxActiveBlocksPerMultiprocessor hipModuleOccupancyMaxActiveBlocksPerMultiprocessor
#define cuMemAlloc_v2 hipMalloc
#define cuMemFree_v2 hipFree
#define cuMemcpyHtoD_v2 hipMemcpyHtoD
#define cuMemcpyDtoH_v2 hipMemcpyDtoH
#define cuMemcpyDtoDAsync_v2 hipMemcpyDtoDAsync
#define cuMemsetD8Async hipMemsetD8Async
#define cuStreamCreate hipStreamCreateWithFlags
#define cuStreamDestroy_v2 hipStreamDestroy
#define cuStreamSynchronize hipStreamSynchronize
#define cuEventCreate hipEventCreateWithFlags
#define cuEventDestroy_v2 hipEventDestroy
#define cuEventRecord hipEventRecord
#define cuEventElapsedTime hipEventElapsedTime
#define cuLaunchKernel hipModuleLaunchKernel
#define cuStreamBeginCapture_v2 hipStreamBeginCapture
#define cuStreamEndCapture hipStreamEndCapture
#define cuGraphInstantiateWithFlags hipGraphInstantiateWithFlags
#define cuGraphLaunch hipGraphLaunch
#define cuGraphExecDestroy hipGraphExecDestroy
#define cuGraphDestroy hipGraphDestroy
#include "stub-libcuda.c"

CUresult hipSetDevice(int device) { return device != 0; }
const char *hipGetErrorName(CUresult code) { return code == 1 ? "hipErrorInvalidValue" : "hipErrorUnknown"; }
const char *hipGetErrorString(CUresult code) { return (void)code, "invalid argument"; }
/* The layout of the structure is another one in every major version; the name is first and the gfx name somewhere. */
CUresult hipGetDevicePropertiesR0600(char *properties, int device) {
  memset(properties, 0, 1472);
  strcpy(properties, "Stub AMD GPU");
  strcpy(properties + 1160, "gfx942:sramecc+:xnack-");
  return device != 0;
}
CUresult hipModuleLoadData(void **module, const void *image) {
  int options[] = {5, 6, 7};
  char log[64];
  void *values[] = {log, (void *)sizeof log, (void *)4};
  return cuModuleLoadDataEx(module, image, 3, options, values);
}
