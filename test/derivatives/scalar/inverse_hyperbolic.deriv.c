// asinh, acosh, atanh.
#include "check.h"

double areaSine(double x) { return asinh(x); }
double areaCosine(double x) { return acosh(x); }
double areaTangent(double x) { return atanh(x); }

CHECK_SCALAR(areaSine, 0, 1.5, -0.5);
CHECK_SCALAR(areaCosine, 1.5, 4);
CHECK_SCALAR(areaTangent, 0, 0.5, -0.75);
