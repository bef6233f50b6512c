// What AVX-512 has instructions of its own for, with masks and without. Only these functions
// are compiled for it, as in programs that choose at run time: any processor runs the program.
// flags: -Wno-psabi
#include "check.h"
#include <immintrin.h>
#define FOR_AVX512 __attribute__((target("avx512f,avx512vl")))
FOR_AVX512 static double sum(__m512d v) {
  double total = 0;
  for (int i = 0; i < 8; i++)
    total += v[i] * (i + 1);
  return total;
}
FOR_AVX512 static double computed(const double *x) {
  __m512d v = _mm512_loadu_pd(x), w = _mm512_set1_pd(x[3]);
  __m512d extremes = _mm512_sub_pd(_mm512_max_pd(v, w), _mm512_min_pd(_mm512_mul_pd(v, v), w));
  __m512d parts = _mm512_mul_pd(v, _mm512_sub_pd(v, _mm512_floor_pd(v)));
  __m512d some = _mm512_mask_roundscale_pd(v, 0x5a, _mm512_mul_pd(v, v), _MM_FROUND_TO_ZERO);
  __m512d turned = _mm512_fmaddsub_pd(v, w, extremes);
  __m512d near = _mm512_cvtps_pd(_mm512_cvtpd_ps(parts));
  __m512d permuted = _mm512_permutexvar_pd(_mm512_set_epi64(0, 7, 3, 3, 1, 2, 5, 4), v);
  __m256 singles = _mm256_loadu_ps((float[]){x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]});
  double total = sum(extremes) + sum(parts) + sum(some) + sum(turned) + sum(near) * 1e-9;
  return total + sum(permuted) * x[1] + _mm256_min_ps(singles, _mm256_set1_ps(0.5f))[2] * 1e-9;
}
FOR_AVX512 static double estimated(const double *x) {
  __m512d v = _mm512_loadu_pd(x), positive = _mm512_add_pd(_mm512_mul_pd(v, v), _mm512_set1_pd(1));
  __m512d y = _mm512_rsqrt14_pd(positive), r = _mm512_mask_rcp14_pd(v, 0x35, positive);
  for (int i = 0; i < 3; i++) { // the estimates become exact, and their derivatives stay so
    y = _mm512_mul_pd(y, _mm512_sub_pd(_mm512_set1_pd(1.5),
                                       _mm512_mul_pd(_mm512_mul_pd(positive, _mm512_set1_pd(0.5)),
                                                     _mm512_mul_pd(y, y))));
    r = _mm512_mask_mul_pd(r, 0x35, r,
                           _mm512_sub_pd(_mm512_set1_pd(2), _mm512_mul_pd(positive, r)));
  }
  return sum(y) + sum(r);
}
void f(const double *x, double *y) {
  y[0] = y[1] = x[0];
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl"))
    return;
  y[0] = computed(x);
  y[1] = estimated(x);
}
CHECK_VECTOR(f, 8, 2, 0.5, -1.5, 2.25, -0.75, 0.3, 1.4, -2.6, 0.8);
