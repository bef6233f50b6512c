// C as it once was: functions defined without prototypes, requests declared inside functions, through macros.
// std: gnu89
// flags: -Wno-deprecated-non-prototype -Wno-strict-prototypes -Wno-undefined-internal
#include "words.h"
double power(x, n) double x; int n; { double r = 1; int i; for (i = 0; i < n; i++) r *= x; return r; }
#define GRADIENT(f, args) __enzyme_autodiff((void *)f, args)
#define CONSTANT enzyme_const,
static void fill(to, from) double *to, *from; { *to = *from * *from; }
double local(x) double x; { double __enzyme_autodiff(); return __enzyme_autodiff(power, x, 3); }
extern double __enzyme_autodiff();
float single(x) float x; { return x * x; }
//> double x = 3, dx = 0, y, dy = 1; local(2.0) == 12
//> __enzyme_autodiff(fill, &y, &dy, &x, &dx); dx == 6
//> __enzyme_autodiff((void *)power, CONSTANT 2.0, 3) == 0
//> __enzyme_autodiff((void *)single, 3.0) == 6
