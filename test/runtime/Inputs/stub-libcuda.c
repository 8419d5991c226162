/* A libcuda.so.1 for machines without a GPU: one device, memory of the host, "cubins" that are shared objects with the CPU
 * convention. It writes every call that matters to the file named by STUB_CUDA_LOG, and the call named by STUB_CUDA_FAIL
 * fails with CUDA_ERROR_INVALID_VALUE. So the tests see what tritonrun asks of the driver, and in which order. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef int CUresult;
typedef struct {
  int cubin, level;
  void *library;
} Module;
typedef void (*Launch)(void *const *, const int32_t *, int64_t, int64_t);

static CUresult record(const char *call, const char *format, ...) {
  const char *path = getenv("STUB_CUDA_LOG"), *fail = getenv("STUB_CUDA_FAIL");
  FILE *log = path ? fopen(path, "a") : NULL;
  if (log) {
    va_list args;
    va_start(args, format);
    fprintf(log, "%s ", call);
    vfprintf(log, format, args);
    fprintf(log, "\n");
    va_end(args);
    fclose(log);
  }
  return fail && strcmp(fail, call) == 0 ? 1 : 0;
}

CUresult cuInit(unsigned flags) { return record("cuInit", "%u", flags); }
CUresult cuDriverGetVersion(int *version) { return *version = 13000, 0; }
CUresult cuDeviceGetCount(int *count) { return *count = 1, 0; }
CUresult cuDeviceGet(int *device, int ordinal) { return *device = ordinal, 0; }
CUresult cuDeviceGetName(char *name, int size, int device) {
  (void)device;
  snprintf(name, (size_t)size, "Stub GPU");
  return 0;
}
CUresult cuDeviceGetAttribute(int *value, int attribute, int device) {
  (void)device;
  switch (attribute) {
  case 1: *value = 1024; break;
  case 5: *value = 2147483647; break;
  case 6: case 7: *value = 65535; break;
  case 10: *value = 32; break;
  case 16: *value = 132; break;
  case 38: *value = 1 << 20; break;
  case 39: *value = 2048; break;
  case 75: *value = 9; break;
  case 76: *value = 0; break;
  case 97: *value = 232448; break;
  default: return 1;
  }
  return 0;
}
CUresult cuGetErrorName(CUresult code, const char **name) {
  return *name = code == 1 ? "CUDA_ERROR_INVALID_VALUE" : "CUDA_ERROR_UNKNOWN", 0;
}
CUresult cuGetErrorString(CUresult code, const char **text) { return (void)code, *text = "invalid argument", 0; }
CUresult cuDevicePrimaryCtxRetain(void **context, int device) { return (void)device, *context = (void *)64, record("cuDevicePrimaryCtxRetain", ""); }
CUresult cuDevicePrimaryCtxRelease_v2(int device) { return record("cuDevicePrimaryCtxRelease", "%d", device); }
CUresult cuCtxSetCurrent(void *context) { return context == (void *)64 ? 0 : 1; }

CUresult cuModuleLoadDataEx(void **module, const void *image, unsigned count, int *options, void **values) {
  Module *loaded = calloc(1, sizeof *loaded);
  const unsigned char *bytes = image;
  if (count != 3 || options[0] != 5 || options[1] != 6 || options[2] != 7)
    return 1;
  loaded->level = (int)(intptr_t)values[2];
  snprintf(values[0], (size_t)values[1], "the stub's log");
  loaded->cubin = bytes[0] == 0x7f;
  if (loaded->cubin) {
    /* The section headers are last in the files that the tests make: the size is known from the header. */
    uint64_t offset;
    uint16_t size, number;
    memcpy(&offset, bytes + 40, 8);
    memcpy(&size, bytes + 58, 2);
    memcpy(&number, bytes + 60, 2);
    int fd = memfd_create("cubin", 0);
    char path[64];
    if (write(fd, bytes, offset + (uint64_t)size * number) < 0)
      return 1;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    loaded->library = dlopen(path, RTLD_NOW);
  }
  *module = loaded;
  return record("cuModuleLoadDataEx", "%s%s", loaded->cubin ? "cubin" : (const char *)image, loaded->level == 1 ? " level 1" : "");
}
CUresult cuModuleUnload(void *module) {
  int level = ((Module *)module)->level;
  return free(module), record("cuModuleUnload", level == 1 ? "level 1" : "");
}
CUresult cuModuleGetFunction(void **function, void *module, const char *name) {
  char symbol[256];
  Module *loaded = module;
  snprintf(symbol, sizeof symbol, "%s__launch", name);
  *function = loaded->library ? dlsym(loaded->library, symbol) : (void *)(intptr_t)loaded->level;
  return *function ? record("cuModuleGetFunction", "%s", name) : 500;
}
CUresult cuFuncGetAttribute(int *value, int attribute, void *function) {
  switch (attribute) {
  case 0: *value = 1024; break;
  case 1: *value = 16; break;
  case 3: /* Local memory by level: STUB_CUDA_LOCAL is "of 4,of 1". */
    *value = 0;
    if (getenv("STUB_CUDA_LOCAL")) {
      int of4 = 0, of1 = 0;
      sscanf(getenv("STUB_CUDA_LOCAL"), "%d,%d", &of4, &of1);
      *value = function == (void *)1 ? of1 : of4;
    }
    break;
  case 4: *value = 40; break;
  default: return 1;
  }
  return 0;
}
CUresult cuFuncSetAttribute(void *function, int attribute, int value) {
  (void)function;
  return record("cuFuncSetAttribute", "%d %d", attribute, value);
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int threads, size_t shared) {
  (void)function, (void)shared;
  return *blocks = 2048 / threads, 0;
}
CUresult cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  return *address = (uint64_t)aligned_alloc(256, (bytes + 255) / 256 * 256), record("cuMemAlloc", "%zu", bytes);
}
CUresult cuMemFree_v2(uint64_t address) { return free((void *)address), record("cuMemFree", ""); }
CUresult cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) { return memcpy((void *)to, from, bytes), 0; }
CUresult cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes) { return memcpy(to, (const void *)from, bytes), 0; }
CUresult cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, void *stream) {
  return (void)stream, memcpy((void *)to, (const void *)from, bytes), record("cuMemcpyDtoDAsync", "%zu", bytes);
}
CUresult cuMemsetD8Async(uint64_t to, unsigned char value, size_t bytes, void *stream) {
  return (void)stream, memset((void *)to, value, bytes), record("cuMemsetD8Async", "%zu", bytes);
}
CUresult cuStreamCreate(void **stream, unsigned flags) { return *stream = (void *)32, record("cuStreamCreate", "%u", flags); }
CUresult cuStreamDestroy_v2(void *stream) { return (void)stream, record("cuStreamDestroy", ""); }
CUresult cuStreamSynchronize(void *stream) { return (void)stream, record("cuStreamSynchronize", ""); }
static int events;
CUresult cuEventCreate(void **event, unsigned flags) { return (void)flags, ++events, *event = (void *)16, 0; }
CUresult cuEventDestroy_v2(void *event) { return (void)event, --events, 0; }
CUresult cuEventRecord(void *event, void *stream) { return (void)event, (void)stream, record("cuEventRecord", ""); }
CUresult cuEventElapsedTime(float *milliseconds, void *start, void *end) { return (void)start, (void)end, *milliseconds = 0.01f, 0; }

CUresult cuTensorMapEncodeTiled(void *map, int type, uint32_t rank, void *base, const uint64_t *sizes, const uint64_t *strides,
                                const uint32_t *box, const uint32_t *steps, int interleave, int swizzle, int promotion, int fill) {
  (void)base;
  memset(map, 0x5a, 128);
  return record("cuTensorMapEncodeTiled", "type %d rank %u sizes %llux%llu stride %llu box %ux%u steps %ux%u %d swizzle %d %d %d aligned %d",
                type, rank, (unsigned long long)sizes[0], (unsigned long long)sizes[1], (unsigned long long)strides[0], box[0], box[1],
                steps[0], steps[1], interleave, swizzle, promotion, fill, (uintptr_t)map % 64 == 0);
}

static int capturing;
CUresult cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                        unsigned shared, void *stream, void **params, void **extra) {
  const int32_t grid[3] = {(int32_t)gx, (int32_t)gy, (int32_t)gz};
  if (stream != (void *)32 || extra || by != 1 || bz != 1)
    return 1;
  if (!capturing && (intptr_t)function > 4)
    ((Launch)function)(params, grid, 0, (int64_t)gx * gy * gz);
  return record("cuLaunchKernel", "%u,%u,%u %u %u%s", gx, gy, gz, bx, shared, capturing ? " captured" : "");
}
typedef struct {
  unsigned grid[3], block[3], shared;
  void *stream;
  struct {
    int id, padding;
    unsigned cluster[16];
  } *attributes;
  unsigned count;
} Config;
CUresult cuLaunchKernelEx(const Config *config, void *function, void **params, void **extra) {
  (void)function, (void)params, (void)extra;
  return record("cuLaunchKernelEx", "%u,%u,%u %u %u cluster %d:%u,%u,%u", config->grid[0], config->grid[1],
                config->grid[2], config->block[0], config->shared, config->attributes[0].id,
                config->attributes[0].cluster[0], config->attributes[0].cluster[1], config->attributes[0].cluster[2]);
}
CUresult cuStreamBeginCapture_v2(void *stream, int mode) { return (void)stream, (void)mode, capturing = 1, record("cuStreamBeginCapture", ""); }
CUresult cuStreamEndCapture(void *stream, void **graph) { return (void)stream, capturing = 0, *graph = (void *)8, record("cuStreamEndCapture", ""); }
CUresult cuGraphInstantiateWithFlags(void **executable, void *graph, unsigned long long flags) {
  return (void)graph, (void)flags, *executable = (void *)9, record("cuGraphInstantiate", "");
}
CUresult cuGraphLaunch(void *executable, void *stream) { return (void)executable, (void)stream, record("cuGraphLaunch", ""); }
CUresult cuGraphExecDestroy(void *executable) { return (void)executable, record("cuGraphExecDestroy", ""); }
CUresult cuGraphDestroy(void *graph) { return (void)graph, record("cuGraphDestroy", ""); }
