// asin, acos, atan.
#include "check.h"

double arcsine(double x) { return asin(x); }
double arccosine(double x) { return acos(x); }
double arctangent(double x) { return atan(x); }

CHECK_SCALAR(arcsine, 0, 0.5, -0.75);
CHECK_SCALAR(arccosine, 0, 0.5, -0.75);
CHECK_SCALAR(arctangent, 0, 0.5, -3);
