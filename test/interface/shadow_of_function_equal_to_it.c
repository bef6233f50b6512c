// A function pointer passed with itself as shadow: the known derivative is used, at every level.
#include "words.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double sq(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
double call(double (*g)(double), double x) { return g(x) * x; }
static double (*const table[2])(double) = {sq, cube};
double chosen(double x, int i) { return table[i](x) * x; }
//> __enzyme_autodiff((void *)call, enzyme_dup, sq, sq, 3.0) == 27
//> volatile int i = 0; __enzyme_fwddiff((void *)chosen, 3.0, 1.0, (int)i), __enzyme_autodiff((void *)chosen, 3.0, (int)i) == 27, 27
//> i = 1; __enzyme_fwddiff((void *)chosen, 3.0, 1.0, (int)i), __enzyme_autodiff((void *)chosen, 3.0, (int)i) == 108, 108
