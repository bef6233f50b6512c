// RUN: enzyme-clang -mavx512f -Xclang -verify -c %s -o %t.o
// Instructions of one processor that read floats from memory, or write them there.
#include <immintrin.h>
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

double gathered(const double *x) {
  __m512i at = _mm512_set1_epi64(1);
  return _mm512_i64gather_pd(at, x, 8)[0]; // expected-error {{no rule says how to differentiate a call of 'llvm.x86.avx512.mask.gather.qpd.512'}}
}
double scattered(const double *x) {
  double own[8];
  _mm512_i64scatter_pd(own, _mm512_set1_epi64(1), _mm512_set1_pd(*x), 8); // expected-error {{no rule says how to differentiate a call of 'llvm.x86.avx512.mask.scatter.qpd.512'}}
  return own[1];
}
double a(const double *x, double *dx) {
  return __enzyme_autodiff((void *)gathered, enzyme_dup, x, dx) +
         __enzyme_autodiff((void *)scattered, enzyme_dup, x, dx);
}
