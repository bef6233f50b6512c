// Structures of at most 16 bytes by value: all pieces out, and slices in the piecewise order people use.
#include "words.h"
typedef struct { double a, b; } D2;
typedef struct { double *p; long n; } Slice;
double area(D2 s) { return s.a * s.a * s.b; }
double sumsq(Slice s) { double r = 0; for (long i = 0; i < s.n; i++) r += s.p[i] * s.p[i]; return r; }
D2 __enzyme_autodiff_s(void *, ...);
void __enzyme_autodiff_v(void *, ...);
//> D2 s = {3, 5}; D2 r = __enzyme_autodiff_s((void *)area, s); r.a, r.b == 30, 9
//> double a[2] = {1, 2}, da[2] = {0, 0}; Slice q = {a, 2}, dq = {da, 2};
//> __enzyme_autodiff_v((void *)sumsq, q.p, dq.p, q.n); da[0], da[1] == 2, 4
//> __enzyme_autodiff_v((void *)sumsq, q, dq); da[0], da[1] == 4, 8
