// Structures of more than 16 bytes by value: the adjoint lands in the shadow variable, the primal is a copy.
#include "words.h"
typedef struct { double a, b, c; } D3;
typedef struct { double *p; long n; double k; } Mixed;
double f(D3 s) { double r = s.a * s.b * s.c; s.a = 0; return r; }
double g(Mixed m) { double r = 0; for (long i = 0; i < m.n; i++) r += m.k * m.p[i] * m.p[i]; return r; }
double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_v(void *, ...);
double __enzyme_fwddiff(void *, ...);
//> D3 s = {2, 3, 4}, ds = {0, 0, 0}; __enzyme_autodiff_v((void *)f, s, ds); ds.a, ds.b, ds.c, s.a == 12, 8, 6, 2
//> D3 es = {1, 0, 0}; __enzyme_autodiff_v((void *)f, enzyme_dup, &s, &es); es.a, es.b, es.c == 13, 8, 6
//> D3 t = {1, 0, 1}; __enzyme_fwddiff((void *)f, s, t) == 18
//> double a[2] = {1, 2}, da[2] = {0, 0}; Mixed m = {a, 2, 3}, dm = {da, 2, 0}; __enzyme_autodiff_v((void *)g, m, dm); da[0], da[1], dm.k == 6, 12, 5
