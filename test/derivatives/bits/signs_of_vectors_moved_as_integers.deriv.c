// What SSE's intrinsics load, turn or clear the signs of, and store: optimisers drop the casts, and
// integers are moved. Where nothing else in a function tells, its caller knows what lies there.
#include "check.h"
#include <emmintrin.h>

NOINLINE static void negate(const double *x, double *y, int n) {
  const __m128d sign = _mm_castsi128_pd(_mm_setr_epi32(0, (int)0x80000000, 0, (int)0x80000000));
  int i = 0;
  for (; i + 2 <= n; i += 2)
    _mm_storeu_pd(y + i, _mm_xor_pd(_mm_loadu_pd(x + i), sign));
  for (; i < n; i++)
    y[i] = -x[i];
}

NOINLINE static void sizes(const double *x, double *y, int n) {
  const __m128d rest = _mm_castsi128_pd(_mm_setr_epi32(-1, 0x7fffffff, -1, 0x7fffffff));
  int i = 0;
  for (; i + 2 <= n; i += 2)
    _mm_storeu_pd(y + i, _mm_and_pd(_mm_loadu_pd(x + i), rest));
  for (; i < n; i++)
    y[i] = fabs(x[i]);
}

/// The second of each pair, as conjugates have it, in place.
NOINLINE static void conjugate(double *z, int pairs) {
  const __m128d sign = _mm_castsi128_pd(_mm_setr_epi32(0, 0, 0, (int)0x80000000));
  for (int i = 0; i < pairs; i++)
    _mm_storeu_pd(z + 2 * i, _mm_xor_pd(_mm_loadu_pd(z + 2 * i), sign));
}

NOINLINE static void conjugateFloats(float *z, int pairs) {
  const __m128 sign = _mm_castsi128_ps(_mm_setr_epi32(0, (int)0x80000000, 0, (int)0x80000000));
  for (int i = 0; i + 2 <= pairs; i += 2)
    _mm_storeu_ps(z + 2 * i, _mm_xor_ps(_mm_loadu_ps(z + 2 * i), sign));
}

static void signs(const double *x, double *y) {
  double turned[5], size[5];
  negate(x, turned, 5);
  sizes(turned, size, 5);
  conjugate(turned, 2);
  for (int i = 0; i < 5; i++)
    y[i] = exp(turned[i]) + size[i] * size[i] * size[i] * (i + 1);
}
CHECK_VECTOR(signs, 5, 5, 0.7, -0.4, 0.9, 0.35, -1.1);

static double floats(const double *x) {
  float z[8];
  for (int i = 0; i < 8; i++)
    z[i] = (float)(x[i / 2] * (i + 1));
  conjugateFloats(z, 4);
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += (double)z[2 * i] * z[2 * i + 1];
  return sum;
}

/// In the precision of float, so as closed forms.
CHECK_VALUES(of_floats) {
  double x[4] = {0.5, -0.25, 0.75, 1}, gradient[4] = {0, 0, 0, 0};
  __enzyme_autodiff_checkv((void *)floats, enzyme_dup, x, gradient);
  for (int i = 0; i < 4; i++)
    EXPECT_CLOSE(gradient[i], -2 * x[i] * (2 * i + 1) * (2 * i + 2), 1e-6);
}
