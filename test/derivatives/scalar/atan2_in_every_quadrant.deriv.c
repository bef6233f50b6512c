// atan2 in all four quadrants and on an axis.
#include "check.h"

double angle(double y, double x) { return atan2(y, x); }

CHECK_SCALAR2(angle, 1, 2, 1, -2, -1, -2, -1, 2, 1.5, 0);
