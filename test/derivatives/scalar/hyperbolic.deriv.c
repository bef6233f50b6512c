// sinh, cosh, tanh.
#include "check.h"

double hsine(double x) { return sinh(x); }
double hcosine(double x) { return cosh(x); }
double htangent(double x) { return tanh(x); }

CHECK_SCALAR(hsine, 0, 1.5, -0.5);
CHECK_SCALAR(hcosine, 0, 1.5, -0.5);
CHECK_SCALAR(htangent, 0, 1.5, -0.5);
