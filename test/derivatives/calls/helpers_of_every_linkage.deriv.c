// Static, inline, always-inline, never-inline and external helpers.
#include "check.h"

static double one(double x) { return x * x; }
static inline double two(double x) { return sin(x); }
__attribute__((always_inline)) static inline double three(double x) { return x * 3; }
NOINLINE double four(double x) { return x * x * x; }
double five(double x) { return exp(x * 0.1); }
double f(double x) { return one(x) * two(x) + three(four(x)) * five(one(x)); }

CHECK_SCALAR(f, 0.5, -1.5);
