// The two sweeps as two calls with a tape between: heap tape, fixed-size tape, shadow results, a sweep
// repeated, the tape's size, a structure as seed.
#include "words.h"
typedef struct { void *tape; double p; } TP;
typedef struct { double a, b; } D2;
typedef struct { void *tape; double *p, *dp; } TPP;
double f(double *x) { double t = x[0] * x[0]; x[0] = t * t; return t; }
double g(double x, double y) { return sin(x) * y; }
double *next(double *x) { x[0] = x[0] * x[0]; return x + 1; }
void cpy(double *x, double *y) { *y = sin(*x); *x = 0; }
D2 two(double x) { D2 r = {sin(x), x * x}; return r; }
typedef struct { void *tape; D2 p; } TS;
TS __enzyme_augmentfwd_s(void *, ...);
double __enzyme_reverse(void *, ...);
TP __enzyme_augmentfwd(void *, ...);
double __enzyme_augmentfwd_in(void *, ...);
TPP __enzyme_augmentfwd_p(void *, ...);
void *__enzyme_augmentfwd_v(void *, ...);
void __enzyme_reverse_v(void *, ...);
D2 __enzyme_reverse_2(void *, ...);
long __enzyme_augmentsize(void *, ...);
//> double x = 3, dx = 1; TP t = __enzyme_augmentfwd((void *)f, enzyme_dup, &x, &dx); t.p, x == 9, 81
//> __enzyme_reverse_v((void *)f, enzyme_dup, &x, &dx, 1.0, t.tape); dx == 114
//> t = __enzyme_augmentfwd((void *)g, 1.0, 2.0); D2 d = __enzyme_reverse_2((void *)g, 1.0, 2.0, 10.0, t.tape); d.a, d.b == 20 * cos(1), 10 * sin(1)
//> char buf[64]; double p = __enzyme_augmentfwd_in((void *)g, enzyme_allocated, 64, enzyme_tape, buf, 1.0, 2.0); p == 2 * sin(1)
//> d = __enzyme_reverse_2((void *)g, enzyme_allocated, 64, enzyme_tape, buf, 1.0, 2.0); d.a, d.b == 2 * cos(1), sin(1)
//> double v[2] = {3, 4}, dv[2] = {1, 0}; TPP q = __enzyme_augmentfwd_p((void *)next, enzyme_dup, v, dv); (double)(q.p - v), (double)(q.dp - dv) == 1, 1
//> __enzyme_reverse_v((void *)next, enzyme_dup, v, dv, q.tape); dv[0] == 6
//> double a = 1, da = 0, b, db = 1; void *tp = __enzyme_augmentfwd_v((void *)cpy, &a, &da, &b, &db);
//> __enzyme_reverse_v((void *)cpy, enzyme_nofree, &a, &da, &b, &db, tp); da == cos(1)
//> da = 0; db = 2; __enzyme_reverse_v((void *)cpy, &a, &da, &b, &db, tp); da == 2 * cos(1)
//> (double)(__enzyme_augmentsize((void *)f, enzyme_dup) > 0) == 1
//> D2 seed = {10, 1}; TS u = __enzyme_augmentfwd_s((void *)two, 1.0); __enzyme_reverse((void *)two, 1.0, enzyme_byref, sizeof seed, &seed, u.tape) == 10 * cos(1) + 2
