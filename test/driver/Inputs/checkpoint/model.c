// Mentions nothing but the words about loops; its derivative is asked for in another file.
#include <enzyme/enzyme.h>

#define WITH_SNAPSHOTS _Pragma("enzyme checkpoint(3)")

void orbit(double *s, int steps) {
  WITH_SNAPSHOTS
  for (int t = 0; t < steps; t++) {
    double x = s[0];
    s[0] += 0.1 * s[1];
    s[1] -= 0.1 * x * x * x;
  }
}
double root(double a) {
  double x = a, last = 0;
  while (x - last > 1e-9 || last - x > 1e-9) {
    __enzyme_checkpoint(2);
    last = x;
    x = 0.5 * (x + a / x);
  }
  return x;
}
