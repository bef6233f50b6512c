// Markers in local variables, chosen alike on both ways, through parameters of helpers that are not inlined.
#include "words.h"
double __enzyme_autodiff(void *, ...);
double f(double *x, double k) { return *x * *x * k; }
__attribute__((noinline)) double helper(int first, double *x, double *dx, int second, double k) {
  return __enzyme_autodiff((void *)f, first, x, dx, second, k);
}
double local(double *x, double *dx) { int how = enzyme_dup; int *const there = &enzyme_const; return __enzyme_autodiff((void *)f, how, x, dx, *there, 5.0); }
double chosen(int c, double *x, double *dx) { int how = c ? enzyme_dup : enzyme_dup; return __enzyme_autodiff((void *)f, how, x, dx, 5.0); }
//> double x = 3, dx = 0; local(&x, &dx), dx == 0, 30
//> dx = 0; chosen(1, &x, &dx), dx == 9, 30
//> dx = 0; helper(enzyme_dup, &x, &dx, enzyme_out, 5.0), dx == 9, 30
//> dx = 0; helper(enzyme_dup, &x, &dx, enzyme_const, 5.0), dx == 0, 30
