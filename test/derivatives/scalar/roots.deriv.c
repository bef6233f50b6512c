// sqrt, cbrt (also of negative numbers), hypot.
#include "check.h"

double square(double x) { return sqrt(x); }
double cubic(double x) { return cbrt(x); }
double length(double x, double y) { return hypot(x, y); }

CHECK_SCALAR(square, 0.25, 4);
CHECK_SCALAR(cubic, 0.125, 8, -27);
CHECK_SCALAR2(length, 3, 4, -5, 12, 0, 2);
