// Thread-local variables that are reached through calls, as targets without better means have them.
// flags: -femulated-tls
// only: -O0 -O2
#include "check.h"
#include <vector>
static thread_local double scratch[3];
static thread_local double scale = 3;

double f(const double *x, int n) {
  std::vector<double> products(n);
  for (int i = 0; i < n; i++) {
    scratch[i] = x[i] * x[(i + 1) % n];
    products[i] = scratch[i] * scratch[i] * scale;
  }
  double sum = 0;
  for (double product : products)
    sum += product * scratch[0];
  return sum;
}
CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 2);
