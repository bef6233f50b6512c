// Calls that must be tail calls, through a table of functions.
#include "check.h"
typedef real (*op)(const real *, int, real);
NOINLINE static real next(const real *x, int n, real a);
static real add(const real *x, int n, real a) { __attribute__((musttail)) return next(x, n + 1, a + x[n % 2]); }
static real mul(const real *x, int n, real a) { __attribute__((musttail)) return next(x, n + 1, a * x[n % 2]); }
static real halt(const real *x, int n, real a) { return a * n; }
static op program[] = {add, mul, add, mul, mul, halt};
NOINLINE static real next(const real *x, int n, real a) { __attribute__((musttail)) return program[n](x, n, a); }
static real run(const real *x) { return next(x, 0, x[0]); }
CHECK_FUNCTION(run, 2, 1.3, 0.7);
