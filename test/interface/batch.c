// Several evaluations of the primal in one function, no derivative; one lane and a width at the end too.
#include "words.h"
typedef struct { double v[4]; } V4;
typedef struct { double v[1]; } V1;
double f(double x, double y) { return x * x + y; }
void g(double *x, double *y, double k) { *y = *x * *x * k; }
V4 __enzyme_batch_4(void *, ...);
V1 __enzyme_batch_1(void *, ...);
void __enzyme_batch_v(void *, ...);
//> V4 r = __enzyme_batch_4((void *)f, enzyme_width, 4, enzyme_vector, 1.0, 2.0, 3.0, 4.0, enzyme_scalar, 10.0); r.v[0], r.v[3] == 11, 26
//> r = __enzyme_batch_4((void *)f, enzyme_width, 4, 1.0, 2.0, 3.0, 4.0, 10.0, 20.0, 30.0, 40.0); r.v[0], r.v[3] == 11, 56
//> double x[3] = {1, 2, 3}, y[3]; __enzyme_batch_v((void *)g, enzyme_width, 3, x, x + 1, x + 2, y, y + 1, y + 2, enzyme_scalar, 10.0); y[0], y[2] == 10, 90
//> V1 s = __enzyme_batch_1((void *)f, enzyme_width, 1, 3.0, 1.0); s.v[0] == 10
//> r = __enzyme_batch_4((void *)f, 1.0, 2.0, 3.0, 4.0, enzyme_scalar, 10.0, enzyme_width, 4); r.v[0], r.v[3] == 11, 26
//> y[0] = y[1] = y[2] = 0; __enzyme_batch_v((void *)g, enzyme_width, 3, enzyme_buffer, 8, x, enzyme_buffer, 8, y, enzyme_scalar, 10.0); y[0], y[2] == 10, 90
