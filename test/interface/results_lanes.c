// How lanes meet the declared result: an array for each out parameter, also for a single one.
#include "words.h"
typedef struct { double a[2], b[2]; } W2;
typedef struct { double v[2]; } V2;
double f2(double x, double y) { return x * x * y; }
W2 __enzyme_autodiff_w(void *, ...);
V2 __enzyme_autodiff_v(void *, ...);
//> W2 w = __enzyme_autodiff_w((void *)f2, enzyme_width, 2, 3.0, 5.0); w.a[0], w.a[1], w.b[0], w.b[1] == 30, 30, 9, 9
//> V2 v = __enzyme_autodiff_v((void *)f2, enzyme_width, 2, 3.0, enzyme_const, 5.0); v.v[0], v.v[1] == 30, 30
