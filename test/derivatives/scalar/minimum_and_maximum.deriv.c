// fmin, fmax, fdim, and the smaller and larger one of two of which none is no number: the chosen
// side only.
#include "check.h"

double smaller(double x, double y) { return fmin(x * x, y); }
double larger(double x, double y) { return fmax(x * x, y); }
double difference(double x, double y) { return fdim(x, y) * x; }
double smallerNumber(double x, double y) { return __builtin_elementwise_minimum(x * x, y); }
double largerNumber(double x, double y) { return __builtin_elementwise_maximum(x * x, y); }

CHECK_SCALAR2(smaller, 1, 2, 2, 1);
CHECK_SCALAR2(larger, 1, 2, 2, 1);
CHECK_SCALAR2(difference, 3, 1, 1, 3);
CHECK_SCALAR2(smallerNumber, 1, 2, 2, 1);
CHECK_SCALAR2(largerNumber, 1, 2, 2, 1);
