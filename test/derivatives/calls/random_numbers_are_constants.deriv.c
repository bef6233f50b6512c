// rand and a hand-written generator give constants.
#include "check.h"

double f(const double *x, int n) {
  srand(5);
  unsigned state = 12345;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    state = state * 1103515245u + 12345u;
    sum += x[i] * x[i] * (rand() % 7) + x[i] * (double)(state >> 16) / 65536;
  }
  return sum;
}

CHECK_FUNCTION_N(f, 4, 1, -2, 3, 0.5);
