// More terms in derivatives than in the primal, and calls that carry no derivative.
// oracle: differs, a call is declared inactive, and numbers of iterations stand for derivatives
#include "words.h"
double __enzyme_autodiff(void *, ...);
unsigned long __enzyme_iter(unsigned long, unsigned long);
double __enzyme_call_inactive(void *, ...);
double series(double x) { double s = 0, t = 1; unsigned long n = __enzyme_iter(5, 1); for (unsigned long i = 0; i < n; i++) { s += t; t *= x; } return s; }
__attribute__((noinline)) double sq(double x) { return x * x; }
double f(double x) { return x * __enzyme_call_inactive((void *)sq, x); }
//> series(2), __enzyme_autodiff((void *)series, 2.0) == 31, 129
//> f(3), __enzyme_autodiff((void *)f, 3.0) == 27, 9
