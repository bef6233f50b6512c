// fma, and a contracted a*b+c.
// also: -ffp-contract=fast
#include "check.h"

double fused(const double *x) { return fma(x[0], x[1], x[2]) * fma(x[0], -x[2], 4.0); }
double contracted(const double *x) { return x[0] * x[1] + x[2]; }

CHECK_FUNCTION(fused, 3, 1.5, -2, 3);
CHECK_FUNCTION(contracted, 3, 1.5, -2, 3);
