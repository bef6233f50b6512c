// What AVX-512 gathers from places that indices say, and scatters there, with masks and without; signs
// of floats that it clears in words of two. Any processor runs the program.
// flags: -Wno-psabi
#define CHECK_ROUNDED // adjoints that come to one place are added in another order in lanes
#include "check.h"
#include <immintrin.h>
#define FOR_AVX512 __attribute__((target("avx512f,avx512vl")))
FOR_AVX512 static double sum(__m512d v) {
  double total = 0;
  for (int i = 0; i < 8; i++)
    total += v[i] * (i + 1);
  return total;
}
/// Indices of either size, masks, places met twice; the signs of floats are cleared in words of two.
FOR_AVX512 static double indirect(const double *x) {
  double own[16];
  float sizes[16], squares[16];
  for (int i = 0; i < 16; i++) {
    own[i] = x[i % 8] * x[i / 2];
    squares[i] = (float)own[i];
  }
  __m512d far = _mm512_i64gather_pd(_mm512_set_epi64(15, 1, 3, 3, 0, 8, 9, 2), own, 8);
  __m512d some = _mm512_mask_i32gather_pd(far, 0x5a, _mm256_set_epi32(1, 2, 3, 3, 4, 15, 7, 0),
                                          own, 8);
  _mm512_i32scatter_pd(own, _mm256_set_epi32(3, 5, 3, 1, 0, 7, 8, 2), _mm512_mul_pd(some, far), 8);
  _mm512_mask_i64scatter_pd(own + 8, 0x31, _mm512_set_epi64(1, 7, 2, 6, 2, 3, 5, 4), some, 8);
  _mm256_i64scatter_pd(own, _mm256_set_epi64x(12, 14, 13, 12), _mm256_loadu_pd(x), 8);
  _mm512_storeu_ps(sizes, _mm512_abs_ps(_mm512_loadu_ps(squares)));
  double total = sum(some) * sum(far);
  for (int i = 0; i < 16; i++)
    total += own[i] * own[i] * (i + 1) + sizes[i] * 1e-9;
  return total;
}
/// In the precision of float, so as a closed form.
FOR_AVX512 static double sizesOfFloats(const double *x) {
  float values[16], sizes[16];
  for (int i = 0; i < 16; i++)
    values[i] = (float)(x[i % 2] * (i - 7.5));
  _mm512_storeu_ps(sizes, _mm512_abs_ps(_mm512_loadu_ps(values)));
  double total = 0;
  for (int i = 0; i < 16; i++)
    total += sizes[i];
  return total;
}
double f(const double *x) {
  int isThere = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
  return isThere ? indirect(x) : x[0];
}
CHECK_FUNCTION(f, 8, 0.5, -1.5, 2.25, -0.75, 0.3, 1.4, -2.6, 0.8);

CHECK_VALUES(signs_of_floats) {
  double x[2] = {0.5, -0.25}, d[2] = {0, 0};
  if (!__builtin_cpu_supports("avx512f"))
    return;
  __enzyme_autodiff_checkv((void *)sizesOfFloats, enzyme_dup, x, d);
  EXPECT_CLOSE(d[0], 32, 1e-6);
  EXPECT_CLOSE(d[1], -32, 1e-6);
}
