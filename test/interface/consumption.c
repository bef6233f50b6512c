// How arguments are consumed: interleaved shadows.
#include "words.h"
double f(double *x, double *y, double *z, double k) { return *x * *y * *z * k; }
double __enzyme_autodiff(void *, ...);
//> double x = 2, y = 3, z = 5, dx = 0, dy = 0, dz = 0;
//> double dk = __enzyme_autodiff((void *)f, enzyme_dup, &x, enzyme_const, &y, enzyme_dup, &z, enzyme_out, 7.0, enzyme_interleave, &dx, &dz);
//> dk, dx, dz, dy == 30, 105, 42, 0
