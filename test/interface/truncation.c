// Every operation of a function done at a lower precision.
#include "words.h"
typedef double (*fn2)(double, double);
fn2 __enzyme_truncate_op_func(void *, int, int);
double f(double a, double b) { return a / b; }
//> (__enzyme_truncate_op_func((void *)f, 64, 32)(1, 3) - 1.0 / 3) * 1e9 == ((float)(1.0f / 3.0f) - 1.0 / 3) * 1e9
