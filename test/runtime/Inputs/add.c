/* What the CPU backend makes of a vector add, by hand: the tests of tritonrun need no compiler of kernels. */
#include <stdint.h>

void add_kernel__launch(void *const *params, const int32_t grid[3], int64_t begin, int64_t end) {
  float *out = *(float **)params[0];
  const float *x = *(float **)params[1], *y = *(float **)params[2];
  int32_t n = *(int32_t *)params[3];
  float alpha = *(float *)params[4];
  (void)grid;
  for (int64_t program = begin; program < end; ++program)
    for (int64_t i = program * 128; i < (program + 1) * 128; ++i)
#ifdef NO_MASK
      out[i] = alpha;
#else
      if (i < n)
        out[i] = x[i] + alpha * (y ? y[i] : 1);
#endif
#ifdef CRASH
  *(volatile int *)16 = 1;
#endif
}
