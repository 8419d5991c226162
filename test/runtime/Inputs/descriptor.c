/* What a GPU's kernel `shifted` sees of its descriptor: five parameters. */
#include <stdint.h>

void shifted__launch(void *const *params, const int32_t *grid, int64_t begin, int64_t end) {
  (void)grid, (void)begin, (void)end;
  const float *base = *(float *const *)params[0];
  float *out = *(float *const *)params[5];
  out[0] = base[*(const int32_t *)params[6] * *(const int64_t *)params[3] + 8];
  for (int field = 1; field < 5; ++field)
    out[field] = (float)*(const int64_t *)params[field];
}
