// What C would convert with a prototype is converted: floats and small integers promoted by "...", literals,
// bool; long double, half, 128-bit floats and vectors are values like others.
#include "words.h"
#include <stdbool.h>
typedef double v2 __attribute__((vector_size(16)));
double __enzyme_autodiff(void *, ...);
float __enzyme_autodiff_f(void *, ...);
long double __enzyme_autodiff_l(void *, ...);
_Float16 __enzyme_autodiff_h(void *, ...);
v2 __enzyme_autodiff_v(void *, ...);
double __enzyme_fwddiff(void *, ...);
float square(float x) { return x * x; }
double many(long n, char c, short s, bool b, unsigned u, double x) { return n * c * s * (b ? 2 : 3) * u * x; }
long double l(long double x) { return x * x; }
_Float16 h(_Float16 x) { return x * x; }
double dot(v2 a) { v2 p = a * a; return p[0] + p[1]; }
double mix(float a, double b) { return a * b; }
typedef struct { float a; double b; } FD;
FD __enzyme_autodiff_fd(void *, ...);
//> __enzyme_autodiff_f((void *)square, 3.0f), __enzyme_autodiff((void *)square, 3.0f), __enzyme_fwddiff((void *)square, 3.0f, 1.0f) == 6, 6, 6
//> __enzyme_autodiff((void *)many, 4, 2, 3, true, 5, 1.0), __enzyme_autodiff((void *)many, 4, 'A', 3, 0, 5u, 1.0) == 240, 11700
//> (double)__enzyme_autodiff_l((void *)l, 3.0L), (double)__enzyme_autodiff_h((void *)h, (_Float16)3) == 6, 6
//> v2 x = {3, 4}; v2 d = __enzyme_autodiff_v((void *)dot, x); d[0], d[1] == 6, 8
//> FD m = __enzyme_autodiff_fd((void *)mix, 3.0f, 5.0); m.a, m.b == 5, 3
