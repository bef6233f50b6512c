// RUN: enzyme-clang -msse3 -Xclang -verify -c %s -o %t.o
// Instructions of one processor that read floats from memory, or write them there.
#include <immintrin.h>
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

double loaded(const double *x) {
  __m128i words = _mm_lddqu_si128((const __m128i *)x); // expected-error {{no rule says how to differentiate a call of 'llvm.x86.sse3.ldu.dq'}}
  return _mm_castsi128_pd(words)[0];
}
double stored(const double *x) {
  double own[2] = {0, 0};
  _mm_maskmoveu_si128(_mm_castpd_si128(_mm_loadu_pd(x)), _mm_set1_epi8(-1), (char *)own); // expected-error {{no rule says how to differentiate a call of 'llvm.x86.sse2.maskmov.dqu'}}
  return own[1];
}
double a(const double *x, double *dx) {
  return __enzyme_autodiff((void *)loaded, enzyme_dup, x, dx) +
         __enzyme_autodiff((void *)stored, enzyme_dup, x, dx);
}
