// Vectors that are read and written where a mask says so, and from places that indices say: the
// processor's own instructions, with masks known when compiling and not.
// flags: -mavx2
#include "check.h"
#include <immintrin.h>

static double sum(__m256d v) { return v[0] + 2 * v[1] + 3 * v[2] + 4 * v[3]; }
double loaded(const double *x) {
  __m256d some = _mm256_maskload_pd(x, _mm256_set_epi64x(0, -1, 0, -1));
  __m256d others = _mm256_maskload_pd(x, _mm256_castpd_si256(_mm256_loadu_pd(x)));
  return sum(_mm256_mul_pd(some, some)) * sum(others);
}
double stored(const double *x) {
  double own[4] = {1, 2, 3, 4};
  __m256d all = _mm256_loadu_pd(x);
  _mm256_maskstore_pd(own, _mm256_castpd_si256(all), _mm256_mul_pd(all, all));
  for (int i = 0; i < 4; i++)
    own[i] *= x[i];
  _mm256_maskstore_pd(own, _mm256_set_epi64x(0, 0, 0, -1), all);
  return own[0] * own[1] + own[2] * own[3];
}
double gathered(const double *x) {
  double own[8];
  for (int i = 0; i < 8; i++)
    own[i] = x[i % 4] * x[i / 2];
  __m256d wide = _mm256_i64gather_pd(own, _mm256_set_epi64x(7, 1, 3, 3), 8);
  __m256d some = _mm256_mask_i32gather_pd(wide, own + 1, _mm_set_epi32(6, 0, 2, 4), wide, 8);
  __m128d narrow = _mm_i32gather_pd(own, _mm_set_epi32(9, 9, 5, 2), 8);
  return sum(_mm256_mul_pd(wide, wide)) + sum(some) * narrow[0] * narrow[1];
}
double halves(const double *x) {
  float own[4];
  for (int i = 0; i < 4; i++)
    own[i] = x[i] * x[(i + 1) % 4];
  __m128 two = _mm256_i64gather_ps(own, _mm256_set_epi64x(0, 3, 1, 2), 4);
  __m128 one = _mm_i64gather_ps(own, _mm_set_epi64x(3, 1), 4); // zeros above
  return two[0] * two[1] + two[2] + two[3] * one[0] + one[1] + one[2];
}
CHECK_FUNCTION(loaded, 4, 0.3, -0.2, 0.5, -0.1);
CHECK_FUNCTION(stored, 4, 0.3, -0.2, 0.5, -0.1);
CHECK_FUNCTION(gathered, 4, 0.3, -0.2, 0.5, -0.1);

CHECK_VALUES(floats) {
  double x[4] = {0.3, -0.2, 0.5, -0.1}, d[4] = {0};
  __enzyme_autodiff_checkv((void *)halves, enzyme_dup, x, d);
  EXPECT_CLOSE(d[0], 2 * x[3] + x[1] * x[1] * x[2], 1e-6);
  EXPECT_CLOSE(d[1], x[2] * x[2] * x[3] + 2 * x[0] * x[1] * x[2], 1e-6);
  EXPECT_CLOSE(d[2], 2 * x[1] * x[2] * x[3] + x[0] * x[1] * x[1], 1e-6);
  EXPECT_CLOSE(d[3], x[1] * x[2] * x[2] + 2 * x[0], 1e-6);
}
