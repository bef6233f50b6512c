// fabs, copysign, signbit, and a sign flip by multiplication.
#include "check.h"

double magnitude(double x) { return fabs(x) * x; }
double borrowed(double x, double y) { return copysign(x * x * x, y); }
double bySignbit(double x) { return signbit(x) ? -x * x : x * x; }

CHECK_SCALAR(magnitude, 2, -2);
CHECK_SCALAR2(borrowed, 2, 1, 2, -1, -2, 1, -2, -1);
CHECK_SCALAR(bySignbit, 2, -2);
