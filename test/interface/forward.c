// Forward mode: every dup value is followed by its tangent, scalars by value.
#include "words.h"
typedef struct { double p, t; } PT;
double f(double x, double y) { return x * x * y; }
double __enzyme_fwddiff(void *, ...);
PT __enzyme_fwddiff_pt(void *, ...);
//> __enzyme_fwddiff((void *)f, 3.0, 1.0, 5.0, 0.0), __enzyme_fwddiff((void *)f, 3.0, 1.0, enzyme_const, 5.0) == 30, 30
//> PT q = __enzyme_fwddiff_pt((void *)f, enzyme_primal_return, 3.0, 1.0, 5.0, 0.0); q.p, q.t == 45, 30
//> __enzyme_fwddiff((void *)f, enzyme_const_return, enzyme_primal_return, 3.0, 1.0, 5.0, 0.0) == 45
