// What atomic sums give back: the number that was there before.
#include "check.h"
double fetched(const double *x, int n) {
  double sums[4] = {1, 2, 3, 4}, product = 1;
  for (int i = 0; i < n; i++)
    product *= __atomic_fetch_add(sums + i * 3 % 4, x[i] * x[i], __ATOMIC_RELAXED);
  for (int i = 0; i < n; i++)
    product += __atomic_fetch_add(sums + i, 1.0, __ATOMIC_RELAXED) * (i + 1);
  return product;
}
CHECK_FUNCTION_N(fetched, 4, 1, 2, 0.5, -1);
static double shared;
double behindGlobal(const double *x) {
  shared = 0;
  __atomic_fetch_add(&shared, x[0] * x[1], __ATOMIC_SEQ_CST);
  double before = __atomic_fetch_sub(&shared, x[1], __ATOMIC_SEQ_CST);
  return before * before + shared;
}
CHECK_FUNCTION(behindGlobal, 2, 1.5, 2);
