// exp, exp2, exp10, expm1.
#define _GNU_SOURCE
#include "check.h"

double natural(double x) { return exp(x); }
double binary(double x) { return exp2(x); }
double decimal(double x) { return exp10(x); }
double minusOne(double x) { return expm1(x); }

CHECK_SCALAR(natural, 0, 1, -2);
CHECK_SCALAR(binary, 0, 1, -2);
CHECK_SCALAR(decimal, 0, 0.5, -1);
CHECK_SCALAR(minusOne, 0, 1e-3, -2);
