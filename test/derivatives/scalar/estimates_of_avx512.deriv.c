// What the processor estimates has the derivative of what is estimated, and none where it is not
// chosen; the smaller one of numbers of the smaller kind is one of them.
// flags: -Wno-psabi
#include "check.h"
#include <immintrin.h>
#define FOR_AVX512 __attribute__((target("avx512f,avx512vl")))
FOR_AVX512 static double reciprocal(double x) {
  __m512d estimate = _mm512_rcp14_pd(_mm512_set1_pd(x));
  return estimate[3] + 2 * estimate[5];
}
FOR_AVX512 static double inverseRoot(double x) {
  __m512d estimate = _mm512_rsqrt14_pd(_mm512_set1_pd(x));
  return estimate[3] + 2 * estimate[5];
}
FOR_AVX512 static double noReciprocal(double x) {
  __m512d estimate = _mm512_rcp14_pd(_mm512_set1_pd(x - 1));
  return x > .3 ? x * x * x * x : estimate[3];
}
FOR_AVX512 static double noInverseRoot(double x) {
  __m512d estimate = _mm512_rsqrt14_pd(_mm512_set1_pd(x - 1));
  return x > .3 ? x * x * x * x : estimate[3];
}
__attribute__((target("avx"))) static double smaller(double x) {
  __m256 singles = _mm256_set1_ps((float)x);
  return _mm256_min_ps(singles, _mm256_set1_ps(0.5f))[2] * 3.0;
}

#define BOTH(f, x, derivative, tolerance)                                                          \
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)f, x), derivative, tolerance);                      \
  EXPECT_CLOSE(__enzyme_fwddiff_check((void *)f, enzyme_primal_return, x, 1.0).tangent,            \
               derivative, tolerance)
CHECK_VALUES(ofTheProcessor) {
  if (__builtin_cpu_supports("avx")) {
    BOTH(smaller, 0.25, 3, 0);
    BOTH(smaller, 0.75, 0, 0);
  }
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl"))
    return;
  BOTH(reciprocal, 2, -0.75, 1e-3);
  BOTH(inverseRoot, 4, -0.1875, 1e-3);
  BOTH(noReciprocal, 1, 4, 0);
  BOTH(noInverseRoot, 1, 4, 0);
}
