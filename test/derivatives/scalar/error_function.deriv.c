// erf and erfc.
#include "check.h"

double error(double x) { return erf(x); }
double complement(double x) { return erfc(x); }

CHECK_SCALAR(error, 0, 0.7, -1.5);
CHECK_SCALAR(complement, 0, 0.7, -1.5);
