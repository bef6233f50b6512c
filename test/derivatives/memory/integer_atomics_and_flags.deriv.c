// Atomic counters and a once-flag beside active values.
#include "check.h"
#include <stdatomic.h>
static atomic_int calls;
static atomic_flag once = ATOMIC_FLAG_INIT;

double f(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    atomic_fetch_add(&calls, 1);
    sum += x[i] * x[i];
  }
  if (!atomic_flag_test_and_set(&once))
    atomic_store(&calls, 0);
  return sum * x[0] + (atomic_load(&calls) < 0);
}

CHECK_FUNCTION_N(f, 3, 0.5, -0.5, 1);
