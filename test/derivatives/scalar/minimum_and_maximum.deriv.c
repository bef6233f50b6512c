// fmin, fmax, fdim: the chosen side only.
#include "check.h"

double smaller(double x, double y) { return fmin(x * x, y); }
double larger(double x, double y) { return fmax(x * x, y); }
double difference(double x, double y) { return fdim(x, y) * x; }

CHECK_SCALAR2(smaller, 1, 2, 2, 1);
CHECK_SCALAR2(larger, 1, 2, 2, 1);
CHECK_SCALAR2(difference, 3, 1, 1, 3);
