// Functions that return a structure, through a hidden pointer or in registers.
#include "words.h"
typedef struct { double a, b, c; } D3;
typedef struct { D3 p, t; } P3;
typedef struct { double a, b; } D2;
typedef struct { D2 p, t; } P2;
D3 f(double x, double y) { D3 r = {x * y, x * x, y * y}; return r; }
D3 g(double x) { D3 r = {x * x, x * x * x, x}; return r; }
D2 h(double x) { D2 r = {x * x, x * x * x}; return r; }
D3 __enzyme_fwddiff_s(void *, ...);
P3 __enzyme_fwddiff_p(void *, ...);
D2 __enzyme_fwddiff_2(void *, ...);
P2 __enzyme_fwddiff_p2(void *, ...);
double __enzyme_autodiff(void *, ...);
//> D3 s = __enzyme_fwddiff_s((void *)f, 3.0, 1.0, 4.0, 0.0); s.a, s.b, s.c == 4, 6, 0
//> P3 q = __enzyme_fwddiff_p((void *)f, enzyme_primal_return, 3.0, 1.0, 4.0, 0.0); q.p.a, q.p.c, q.t.a, q.t.b == 12, 16, 4, 6
//> D3 seed = {1, 10, 100}; __enzyme_autodiff((void *)g, &seed, 3.0), seed.a, seed.c == 376, 0, 0
//> __enzyme_autodiff((void *)h, 3.0) == 33
//> D2 t = __enzyme_fwddiff_2((void *)h, 3.0, 1.0); t.a, t.b == 6, 27
//> P2 u = __enzyme_fwddiff_p2((void *)h, enzyme_primal_return, 3.0, 1.0); u.p.a, u.p.b, u.t.a, u.t.b == 9, 27, 6, 27
