// How lanes are consumed: shadows after each value, one base and a stride, or all behind enzyme_interleave.
#include "words.h"
typedef struct { double v[2]; } V2;
V2 __enzyme_fwddiff(void *, ...);
double g(double *x, double *y) { return *x * *y; }
//> double x = 2, y = 3;
//> double a[2] = {1, 0}, b[2] = {0, 1}; V2 r = __enzyme_fwddiff((void *)g, enzyme_width, 2, enzyme_dup, &x, a, a + 1, enzyme_dup, &y, b, b + 1);
//> r.v[0], r.v[1] == 3, 2
//> r = __enzyme_fwddiff((void *)g, enzyme_width, 2, enzyme_dupv, 8, &x, a, enzyme_dupv, sizeof(double), &y, b); r.v[0], r.v[1] == 3, 2
//> r = __enzyme_fwddiff((void *)g, enzyme_width, 2, enzyme_dup, &x, enzyme_dup, &y, enzyme_interleave, a, a + 1, b, b + 1); r.v[0], r.v[1] == 3, 2
