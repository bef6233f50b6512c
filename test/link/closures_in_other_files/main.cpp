// Closures without linkage are numbered by each file for itself, here in different orders:
// each is differentiated as what it is.
#include "check.h"

double first(const double *x, int n);
double second(const double *x, int n);
double both(const double *x, int n) { return first(x, n) * second(x, n); }

CHECK_FUNCTION_N(first, 5, 0.5, 2, -1, 3, 0.25);
CHECK_FUNCTION_N(second, 5, 0.5, 2, -1, 3, 0.25);
CHECK_FUNCTION_N(both, 5, 0.5, 2, -1, 3, 0.25);
