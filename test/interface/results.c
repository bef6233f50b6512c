// How derivatives meet the declared result. What a narrower result drops is said.
#include "words.h"
typedef struct { double a, b; } D2;
typedef struct { double a, b, c; } D3;
typedef struct { double p; D2 d; } P2;
typedef struct { float a, b; } F2;
double f2(double x, double y) { return x * x * y; }
float g2(float x, float y) { return x * x * y; }
double f3(double x, double *p, double y) { return x * p[0] * y; }
double __enzyme_autodiff(void *, ...);
D2 __enzyme_autodiff_2(void *, ...);
D3 __enzyme_autodiff_3(void *, ...);
P2 __enzyme_autodiff_p(void *, ...);
F2 __enzyme_autodiff_f(void *, ...);
//? the derivative of 'f2' has 2 values, the declared result holds 1: the others are dropped
//? the derivative of 'f2' has 2 values, the declared result holds 3: the rest is set to zero
//> D2 r = __enzyme_autodiff_2((void *)f2, 3.0, 5.0); r.a, r.b == 30, 9
//> double p = 2, dp = 0; r = __enzyme_autodiff_2((void *)f3, 3.0, &p, &dp, 5.0); r.a, r.b, dp == 10, 6, 15
//> P2 q = __enzyme_autodiff_p((void *)f2, 3.0, 5.0, enzyme_primal_return); q.p, q.d.a, q.d.b == 45, 30, 9
//> __enzyme_autodiff((void *)f2, 3.0, 5.0) == 30
//> D3 t = __enzyme_autodiff_3((void *)f2, 3.0, 5.0); t.a, t.b, t.c == 30, 9, 0
//> F2 s = __enzyme_autodiff_f((void *)g2, 3.0f, 5.0f); s.a, s.b == 30, 9
//> __enzyme_autodiff((void *)f2, enzyme_const, 3.0, enzyme_const, 5.0) == 0
