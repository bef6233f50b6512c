// Sums and differences of a vector's neighbours, by the processor's own instructions.
// flags: -mavx -Wno-psabi
#include "check.h"
#include <immintrin.h>
NOINLINE static void eachOf(const double *x, double *y) {
  __m256d a = _mm256_loadu_pd(x), b = _mm256_mul_pd(a, a);
  __m256d sum = _mm256_hadd_pd(a, b), difference = _mm256_hsub_pd(b, a), mixed = _mm256_addsub_pd(a, b);
  _mm256_storeu_pd(y, _mm256_mul_pd(sum, difference));
  _mm256_storeu_pd(y + 4, _mm256_mul_pd(mixed, sum));
}
void f(const double *x, double *y) {
  if (__builtin_cpu_supports("avx"))
    eachOf(x, y);
  else
    memcpy(y, x, 4 * sizeof *x), memcpy(y + 4, x, 4 * sizeof *x);
  __m128d a = _mm_loadu_pd(x), b = _mm_loadu_pd(x + 2);
  _mm_storeu_pd(y + 8, _mm_mul_pd(_mm_hadd_pd(a, b), _mm_addsub_pd(b, a)));
}
CHECK_VECTOR(f, 4, 10, 0.5, -1.5, 2, -0.75);
CHECK_VALUES(order) {
  __m128 a = _mm_setr_ps(1, 2, 3, 4), b = _mm_setr_ps(10, 20, 30, 40);
  float sums[4];
  _mm_storeu_ps(sums, _mm_hadd_ps(a, b));
  EXPECT_EXACT(sums[1], 7);
  EXPECT_EXACT(sums[2], 30);
}
