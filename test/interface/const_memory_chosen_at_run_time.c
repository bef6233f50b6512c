// Memory passed enzyme_const is never written, also where the run chooses it and no marker asks for a check.
#include "words.h"
double f(double *x, double *y, int sel) { double *p = sel ? x : y; return *p * *p; }
double __enzyme_autodiff(void *, ...);
//> double x = 3, dx = 0, y = 4; volatile int sel = 0;
//> __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_const, &y, (int)sel); dx, y == 0, 4
//> sel = 1; __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_const, &y, (int)sel); dx, y == 6, 4
