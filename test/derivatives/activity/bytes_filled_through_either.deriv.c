// Memory with a shadow or without one is filled with bytes that are not zero.
#include "check.h"
static double fixed[2] __attribute__((annotate("enzyme_inactive")));
NOINLINE static double filled(double *place, double x) {
  double before = place[0];
  memset(place, 0x3f, 2 * sizeof *place);
  return before * x + place[1] * x;
}
double either(const double *x, int n) {
  double own[2] = {x[0], 3}, sum = 0;
  fixed[0] = 2;
  for (int i = 0; i < n; i++) {
    double *place = x[i] > 0 ? own : fixed;
    sum += filled(place, x[i]) + place[0] * x[i];
    place[0] = place == own ? x[i] * x[i] : 5;
  }
  return sum + own[0] + own[1] * x[0] * 1e4;
}
CHECK_FUNCTION_N(either, 4, 1, -0.2, 0.5, -0.3);
