/* A C program with kernels inside: `main [DEVICE]`. It needs libtritonrt and, on a GPU, the vendor's driver; no Python, no
 * files. kernels.h and kernels.o come from kernels.toml. */
#include "kernels.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static tritonrt_error error;
static tritonrt_device *device;

/* Every call returns a status; what to do with it is the program's business. This one gives up. */
static void check(tritonrt_status status) {
  if (status == TRITONRT_OK)
    return;
  fprintf(stderr, "%s\n", error.message);
  exit(status);
}

static tritonrt_address upload(const float *data, size_t count) {
  tritonrt_address address;
  check(tritonrt_allocate(device, count * sizeof *data, &address, &error));
  check(tritonrt_copy_in(device, address, data, count * sizeof *data, &error));
  return address;
}

static double add(int32_t n) {
  float *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y), *sum = calloc((size_t)n, sizeof *sum);
  for (int32_t i = 0; i < n; ++i) {
    x[i] = (float)i;
    y[i] = 0.5f;
  }
  tritonrt_kernel *kernel;
  check(vector_add_load(device, NULL, &kernel, &error));
  tritonrt_address dx = upload(x, (size_t)n), dy = upload(y, (size_t)n), dsum = upload(sum, (size_t)n);
  check(vector_add_launch(kernel, (n + 1023) / 1024, 1, 1, dx, dy, dsum, n, NULL, &error));
  check(tritonrt_synchronize(device, &error));
  check(tritonrt_copy_out(device, sum, dsum, (size_t)n * sizeof *sum, &error));
  double worst = 0;
  for (int32_t i = 0; i < n; ++i)
    worst = fmax(worst, fabs(sum[i] - (x[i] + y[i])));
  tritonrt_kernel_close(kernel);
  check(tritonrt_release(device, dx, &error));
  check(tritonrt_release(device, dy, &error));
  check(tritonrt_release(device, dsum, &error));
  free(x), free(y), free(sum);
  return worst;
}

static double softmax_row_sums(int32_t rows, int32_t columns) {
  size_t count = (size_t)rows * (size_t)columns;
  float *x = malloc(count * sizeof *x);
  for (size_t i = 0; i < count; ++i)
    x[i] = (float)(i % 17);
  /* The variant is chosen by what it must have: one block holds a whole row. */
  tritonrt_kernel *kernel;
  check(softmax_load(device, columns <= 512 ? "BLOCK_N=512" : "BLOCK_N=1024", &kernel, &error));
  tritonrt_address dx = upload(x, count), dout = upload(x, count);
  check(softmax_launch(kernel, rows, 1, 1, dx, dout, columns, columns, columns, NULL, &error));
  check(tritonrt_synchronize(device, &error));
  check(tritonrt_copy_out(device, x, dout, count * sizeof *x, &error));
  double worst = 0;
  for (int32_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (int32_t i = 0; i < columns; ++i)
      sum += x[(size_t)row * (size_t)columns + (size_t)i];
    worst = fmax(worst, fabs(sum - 1));
  }
  tritonrt_kernel_close(kernel);
  check(tritonrt_release(device, dx, &error));
  check(tritonrt_release(device, dout, &error));
  free(x);
  return worst;
}

int main(int argc, char **argv) {
  check(tritonrt_device_open(argc > 1 ? argv[1] : "auto", &device, &error));
  printf("%s (%s)\n", tritonrt_device_name(device), tritonrt_device_arch(device));
  double sum_error = add(98437), softmax_error = softmax_row_sums(183, 781);
  printf("vector add: largest error %g\nsoftmax: row sums differ from 1 by at most %.1e\n", sum_error, softmax_error);
  tritonrt_device_close(device);
  return sum_error == 0 && softmax_error < 1e-5 ? 0 : 1;
}
