/*===- tritonrt.h - launching compiled Triton kernels from any program ------===
 *
 * The C interface of libtritonrt. It loads what tritonc writes (.tkb bundles and raw images with a manifest), picks the
 * image that suits a device, and launches grids through the CUDA driver, the HIP runtime or threads of the CPU. Nothing
 * of CUDA or HIP is linked: their libraries are opened when a device of theirs is.
 *
 *     tritonrt_error error;
 *     tritonrt_device *device;
 *     tritonrt_file *file;
 *     tritonrt_kernel *kernel;
 *     if (tritonrt_device_open("cuda:0", &device, &error) || tritonrt_file_open("softmax.tkb", &file, &error) ||
 *         tritonrt_kernel_load(file, device, "softmax_kernel", NULL, &kernel, &error))
 *       return puts(error.message), 1;
 *     void *args[] = {&out, &in, &stride, &columns};
 *     tritonrt_launch(kernel, rows, 1, 1, args, 4, stream, &error);
 *
 * Every function that can fail returns a status, 0 for success, and describes the failure in `error` when that is not
 * null. Nothing throws, exits or writes to the terminal. Objects may be used from several threads, a single kernel by
 * one thread at a time. Close kernels before their device.
 *
 *===----------------------------------------------------------------------===*/
#ifndef TRITONRT_H
#define TRITONRT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TRITONRT_API __attribute__((visibility("default")))
#else
#define TRITONRT_API
#endif

typedef enum tritonrt_status {
  TRITONRT_OK = 0,
  /* A call of the device's API failed, or the kernel did. */
  TRITONRT_FAILED = 1,
  /* A file, name, argument or grid is wrong. */
  TRITONRT_BAD_INPUT = 2,
  /* The driver library or the device is not there. */
  TRITONRT_MISSING = 3,
  TRITONRT_INTERNAL = 70
} tritonrt_status;

typedef struct tritonrt_error {
  tritonrt_status status;
  /* Ends in a NUL; cut off when it is longer. */
  char message[1024];
} tritonrt_error;

typedef struct tritonrt_device tritonrt_device;
typedef struct tritonrt_file tritonrt_file;
typedef struct tritonrt_kernel tritonrt_kernel;

/* An address in the memory of a device; on the CPU an ordinary pointer. */
typedef uint64_t tritonrt_address;

/* `cpu`, `cuda:N`, `hip:N`, or `auto`: the first GPU, else the CPU. CUDA devices use the primary context, as the CUDA
 * runtime does, so pointers of the program's own allocations can be passed to kernels. */
TRITONRT_API tritonrt_status tritonrt_device_open(const char *spec, tritonrt_device **device, tritonrt_error *error);
TRITONRT_API void tritonrt_device_close(tritonrt_device *device);
/* `NVIDIA H200`; valid while the device is open. */
TRITONRT_API const char *tritonrt_device_name(const tritonrt_device *device);
/* `sm_90`, `gfx942`, `cpu`. */
TRITONRT_API const char *tritonrt_device_arch(const tritonrt_device *device);

TRITONRT_API tritonrt_status tritonrt_file_open(const char *path, tritonrt_file **file, tritonrt_error *error);
/* A bundle in memory, which must stay until the file is closed (tritonc --emit=obj embeds one). */
TRITONRT_API tritonrt_status tritonrt_file_from_memory(const void *bytes, size_t size, tritonrt_file **file,
                                                       tritonrt_error *error);
TRITONRT_API void tritonrt_file_close(tritonrt_file *file);

/* Loads the image of a kernel that suits the device. `name` may be null when the file has one kernel. `variant` may be
 * null, a number, or what the variant must have: "BLOCK=1024,num_warps=8". The file may be closed afterwards. */
TRITONRT_API tritonrt_status tritonrt_kernel_load(const tritonrt_file *file, tritonrt_device *device, const char *name,
                                                  const char *variant, tritonrt_kernel **kernel, tritonrt_error *error);
/* The same with the variant that a file of tuning records (of `tritonrun --tune`) names for a launch with these values
 * of the key arguments, each as "M=4096". Where the file has no complete record for this kernel, device and key, or is
 * not there, the first variant is loaded. `is_tuned` may be null. */
TRITONRT_API tritonrt_status tritonrt_kernel_load_tuned(const tritonrt_file *file, tritonrt_device *device,
                                                        const char *name, const char *records, const char *const *key,
                                                        size_t key_count, tritonrt_kernel **kernel, int *is_tuned,
                                                        tritonrt_error *error);
TRITONRT_API void tritonrt_kernel_close(tritonrt_kernel *kernel);
TRITONRT_API size_t tritonrt_kernel_param_count(const tritonrt_kernel *kernel);
/* Null when there is no such parameter. */
TRITONRT_API const char *tritonrt_kernel_param_name(const tritonrt_kernel *kernel, size_t index);
/* As in signatures: `*fp32`, `i32`. */
TRITONRT_API const char *tritonrt_kernel_param_type(const tritonrt_kernel *kernel, size_t index);
/* The kernel's manifest as TOML; valid while the kernel is open. */
TRITONRT_API const char *tritonrt_kernel_manifest(const tritonrt_kernel *kernel);

/* Launches a grid. args[i] points to the value of parameter i in the order of the manifest: a tritonrt_address for
 * pointers, an integer or float of the parameter's type for scalars; for a tensor descriptor the structure
 * `{ tritonrt_address base; int64_t shape[rank]; int64_t strides[rank]; }`, strides in elements. A value that is not
 * divisible by what the kernel was compiled for (`:16`) is refused. `stream` is a CUstream or hipStream_t, or null for
 * the device's own. Returns without waiting, except on the CPU. A grid with a zero in it launches nothing. */
TRITONRT_API tritonrt_status tritonrt_launch(tritonrt_kernel *kernel, int64_t grid_x, int64_t grid_y, int64_t grid_z,
                                             void *const *args, size_t count, void *stream, tritonrt_error *error);
/* Waits for everything in the device's own stream. */
TRITONRT_API tritonrt_status tritonrt_synchronize(tritonrt_device *device, tritonrt_error *error);

TRITONRT_API tritonrt_status tritonrt_allocate(tritonrt_device *device, size_t bytes, tritonrt_address *address,
                                               tritonrt_error *error);
TRITONRT_API tritonrt_status tritonrt_release(tritonrt_device *device, tritonrt_address address, tritonrt_error *error);
TRITONRT_API tritonrt_status tritonrt_copy_in(tritonrt_device *device, tritonrt_address to, const void *from,
                                              size_t bytes, tritonrt_error *error);
TRITONRT_API tritonrt_status tritonrt_copy_out(tritonrt_device *device, void *to, tritonrt_address from, size_t bytes,
                                               tritonrt_error *error);

#ifdef __cplusplus
}
#endif

#endif
