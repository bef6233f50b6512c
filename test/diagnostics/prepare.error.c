// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Functions whose control flow or effects cannot be seen.
#include <setjmp.h>
double __enzyme_autodiff(void *, ...);
static jmp_buf place;

double jumps(double x) { // expected-note {{while differentiating 'jumps'}}
  if (setjmp(place)) // expected-error-re {{'jumps' cannot be differentiated: it calls a function that may return twice (setjmp){{.*}}ENZ0061}}
    return x;
  return x * x;
}
double a(void) { return __enzyme_autodiff((void *)jumps, 3.0); } // expected-note {{requested here}}
