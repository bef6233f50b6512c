// Every marker of the one-lane, unsplit requests. Where a pointer may lead to const memory only the run
// tells, and const memory is not written.
#include "words.h"
double f(double *x, double *y, int sel) { double *p = sel ? x : y; return *p * *p; }
void sq(double *x, double *y) { *y = *x * *x; }
double cube(double x) { return x * x * x; }
double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_v(void *, ...);
double __enzyme_fwddiff(void *, ...);
//> __enzyme_autodiff((void *)cube, enzyme_out, 3.0), __enzyme_autodiff((void *)cube, enzyme_active_return, 3.0) == 27, 27
//> __enzyme_autodiff((void *)cube, enzyme_const_return, 3.0), __enzyme_autodiff((void *)cube, enzyme_noret, 3.0) == 0, 27
//> __enzyme_fwddiff((void *)cube, enzyme_dup_return, enzyme_dup, 3.0, 1.0, enzyme_nofree), __enzyme_fwddiff((void *)cube, enzyme_const, 3.0) == 27, 0
//> double x = 3, dx = 0, y = 4; int sel = 1;
//> __enzyme_autodiff((void *)f, enzyme_runtime_activity, enzyme_dup, &x, &dx, enzyme_const, &y, sel); dx, y == 6, 4
//> dx = 0; __enzyme_autodiff((void *)f, enzyme_runtime_activity, enzyme_dup, &x, &dx, enzyme_const, &y, 0); dx, y == 0, 4
//> double o = -1, d = 1; dx = 0; __enzyme_autodiff_v((void *)sq, &x, &dx, enzyme_dupnoneed, &o, &d); dx, d == 6, 0
