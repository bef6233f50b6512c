// A region that needs its team and has no derivative: the message says what has none.
// RUN: enzyme-clang -fopenmp -O2 -Xclang -verify -c %s -o %t.o
// REQUIRES: openmp
#include <omp.h>
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

static double sumOfParts(const double *x) {
  double part[4] = {0}, sum = 0;
#pragma omp parallel num_threads(4) // expected-error {{a derivative runs this region by one thread (it has no derivative otherwise: no rule says how to differentiate inline assembly)}}
  {
    int thread = omp_get_thread_num();
    double both = 1;
    __asm__("haddpd %1, %0" : "+x"(both) : "x"(x[thread] * x[thread]));
    part[thread] = both;
  }
  for (int thread = 0; thread < 4; thread++)
    sum += part[thread];
  return sum;
}
void gradient(const double *x, double *dx) { __enzyme_autodiff((void *)sumOfParts, enzyme_dup, x, dx); }
