// Markers in any order: call-wide ones between, at the end, twice; the last activity before a value counts.
#include "words.h"
typedef struct { double value, by; } VB;
double f(double *x, double k) { return *x * *x * k; }
double __enzyme_autodiff(void *, ...);
VB __enzyme_autodiff_vb(void *, ...);
double __enzyme_fwddiff(void *, ...);
VB __enzyme_fwddiff_vb(void *, ...);
//> double x = 3, dx = 0; VB r = __enzyme_autodiff_vb((void *)f, enzyme_dup, enzyme_primal_return, &x, enzyme_noret, &dx, enzyme_out, 5.0, enzyme_runtime_activity); r.value, r.by, dx == 45, 9, 30
//> dx = 0; r = __enzyme_autodiff_vb((void *)f, &x, &dx, 5.0, enzyme_width, 1, enzyme_primal_return); r.value, r.by, dx == 45, 9, 30
//> dx = 0; __enzyme_autodiff((void *)f, enzyme_const, enzyme_dup, &x, &dx, enzyme_out, enzyme_const, 5.0); dx == 30
//> dx = 1; r = __enzyme_fwddiff_vb((void *)f, &x, &dx, enzyme_primal_return, enzyme_dup_return, 5.0, 0.0); r.value, r.by == 45, 30
//> dx = 1; __enzyme_fwddiff((void *)f, enzyme_dup, &x, enzyme_const, 5.0, enzyme_nofree, enzyme_interleave, &dx) == 30
