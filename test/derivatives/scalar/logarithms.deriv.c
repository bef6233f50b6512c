// log, log2, log10, log1p.
#include "check.h"

double natural(double x) { return log(x); }
double binary(double x) { return log2(x); }
double decimal(double x) { return log10(x); }
double plusOne(double x) { return log1p(x); }

CHECK_SCALAR(natural, 0.5, 1, 30);
CHECK_SCALAR(binary, 0.5, 1, 30);
CHECK_SCALAR(decimal, 0.5, 1, 30);
CHECK_SCALAR(plusOne, 0, 1e-3, -0.5);
