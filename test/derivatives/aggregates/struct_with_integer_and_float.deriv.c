// Structs whose registers hold an int and a float, a float and a double, a pointer and a double.
#include "check.h"
typedef struct {
  int n;
  float w;
} intFloat;
typedef struct {
  float w;
  double d;
} floatDouble;
typedef struct {
  const double *p;
  double d;
} pointerDouble;

NOINLINE static intFloat a(double x) { return (intFloat){3, (float)x}; }
NOINLINE static floatDouble b(double x) { return (floatDouble){2, x * x}; }
NOINLINE static pointerDouble c(const double *x) { return (pointerDouble){x + 1, x[0] * x[1]}; }
NOINLINE static double use(intFloat i, floatDouble d, pointerDouble p) {
  return i.n * d.d * p.d * *p.p + d.w * p.d;
}
double f(const double *x) { return use(a(2.5), b(x[0]), c(x)); }

CHECK_FUNCTION(f, 2, 0.5, -1.5);
