/* A program that launches a kernel itself: use-tritonrt FILE DEVICE. */
#include "tritonrt.h"
#include <stdio.h>
#include <stdlib.h>

static tritonrt_error error;

static void check(tritonrt_status status) {
  if (status == TRITONRT_OK)
    return;
  fprintf(stderr, "status %d: %s\n", status, error.message);
  exit(status);
}

int main(int argc, char **argv) {
  enum { n = 300 };
  float x[n], out[n] = {0}, alpha = 0.5f;
  int32_t count = n;
  tritonrt_address x_address, out_address, y_address = 0;
  tritonrt_device *device;
  tritonrt_file *file;
  tritonrt_kernel *kernel;
  if (argc != 3)
    return 2;
  for (int i = 0; i < n; ++i)
    x[i] = (float)i;
  check(tritonrt_device_open(argv[2], &device, &error));
  check(tritonrt_file_open(argv[1], &file, &error));
  check(tritonrt_kernel_load(file, device, "add_kernel", "BLOCK=128", &kernel, &error));
  tritonrt_file_close(file);
  check(tritonrt_allocate(device, sizeof x, &x_address, &error));
  check(tritonrt_allocate(device, sizeof out, &out_address, &error));
  check(tritonrt_copy_in(device, x_address, x, sizeof x, &error));
  void *args[] = {&out_address, &x_address, &y_address, &count, &alpha};
  for (size_t i = 0; i < tritonrt_kernel_param_count(kernel); ++i)
    printf("%s %s\n", tritonrt_kernel_param_name(kernel, i), tritonrt_kernel_param_type(kernel, i));
  check(tritonrt_launch(kernel, (n + 127) / 128, 1, 1, args, 5, NULL, &error));
  check(tritonrt_synchronize(device, &error));
  check(tritonrt_copy_out(device, out, out_address, sizeof out, &error));
  printf("%s: out[299] = %g\n", tritonrt_device_arch(device), out[299]);
  if (tritonrt_launch(kernel, 1, 1, 1, args, 4, NULL, &error) != TRITONRT_BAD_INPUT)
    return 70;
  printf("%s\n", error.message);
  if (tritonrt_launch(kernel, 1, 70000, 1, args, 5, NULL, &error) != TRITONRT_BAD_INPUT)
    return 70;
  printf("%s\n", error.message);
  check(tritonrt_release(device, x_address, &error));
  check(tritonrt_release(device, out_address, &error));
  tritonrt_kernel_close(kernel);
  tritonrt_device_close(device);
  return 0;
}
