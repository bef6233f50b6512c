// An estimate of the rounding error of a result.
#include "words.h"
double f(double x) { return cos(x); }
double g(double x, double y) { return x + y; }
double __enzyme_error_estimate(void *, ...);
//> fabs(__enzyme_error_estimate((void *)f, 1e-7, 0.0) * 1e16 - 1.1102230) < 1e-6 == 1
//> __enzyme_error_estimate((void *)f, 1.0, 1e-3) == 1e-3 * tan(1)
//> fabs(__enzyme_error_estimate((void *)g, 99.0, 0.0, 127.0, 0.0) * 1e14 - 2.8421709) < 1e-6 == 1
