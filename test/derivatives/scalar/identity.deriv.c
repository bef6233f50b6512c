// The argument handed back.
#include "check.h"

double identity(double x) { return x; }
double second(double x, double y) { return y; }

CHECK_SCALAR(identity, 3);
CHECK_SCALAR2(second, 3, 4);
