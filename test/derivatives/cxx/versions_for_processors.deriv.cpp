// Functions in versions for several processors, by target_clones and by overloads for targets: called, called through
// a pointer, and differentiated themselves.
#include "check.h"

__attribute__((target_clones("avx2", "default"))) double cubes(const double *x) {
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += x[i] * x[i] * x[i];
  return sum;
}
__attribute__((target("avx2"))) double product(const double *x) { return x[0] * x[1]; }
__attribute__((target("default"))) double product(const double *x) { return x[1] * x[0]; }

static double called(const double *x) { return cubes(x) * x[0] + product(x + 1); }

static double (*chosen)(const double *) = cubes;
static double throughPointer(const double *x) { return chosen(x) * x[2]; }

CHECK_FUNCTION(called, 4, 0.3, -0.7, 0.4, 1.1);
CHECK_FUNCTION(throughPointer, 4, 0.3, -0.7, 0.4, 1.1);
CHECK_FUNCTION(cubes, 4, 0.3, -0.7, 0.4, 1.1);
