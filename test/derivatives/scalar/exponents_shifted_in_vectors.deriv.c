// Powers of two made in vectors: numbers converted to integers, shifted into exponents.
#include "check.h"
#include <emmintrin.h>
double f(const double *x) {
  __m128d v = _mm_loadu_pd(x);
  __m128i e = _mm_cvtpd_epi32(_mm_mul_pd(v, _mm_set1_pd(3)));
  e = _mm_shuffle_epi32(e, _MM_SHUFFLE(3, 1, 3, 0));
  __m128i bits = _mm_slli_epi64(_mm_add_epi32(e, _mm_set_epi32(0, 1023, 0, 1023)), 52);
  v = _mm_mul_pd(_mm_mul_pd(v, v), _mm_castsi128_pd(bits));
  double y[2];
  _mm_storeu_pd(y, v);
  return y[0] + y[1];
}
CHECK_FUNCTION(f, 2, 0.55, -1.7);
