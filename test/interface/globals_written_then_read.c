// A global written, then read carries its derivative, at every level; also one whose name contains a marker.
// Two inactive ones do not: the same at every level.
// oracle: differs, two variables are declared inactive
#include "words.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
double kept;
double f(double x) { kept = x * x; return kept * x; }
double table_enzyme_const_x;
double g(double x) { table_enzyme_const_x = x * x; return table_enzyme_const_x * x; }
double a, b;
void *__enzyme_inactive_global_a = &a;
void *__enzyme_inactive_global_b = &b;
double h(double x) { a = x * x; b = x; return a + b + x; }
//> __enzyme_autodiff((void *)f, 3.0), __enzyme_fwddiff((void *)f, 3.0, 1.0) == 27, 27
//> __enzyme_autodiff((void *)g, 3.0), __enzyme_fwddiff((void *)g, 3.0, 1.0) == 27, 27
//> __enzyme_autodiff((void *)h, 3.0), __enzyme_fwddiff((void *)h, 3.0, 1.0) == 1, 1
