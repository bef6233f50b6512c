// Each element is replaced by a function of itself: the reverse needs the old values.
#include "check.h"

void square(double *x) {
  for (int i = 0; i < 4; i++)
    x[i] = x[i] * x[i] + sin(x[i]);
}
void accumulate(double *x) {
  for (int i = 1; i < 4; i++)
    x[i] += x[i - 1] * x[i];
}
void cleared(double *x) {
  x[0] = x[1] * x[2];
  x[1] = 0;
  x[2] = 5;
}
void addedAtomically(double *x) {
  for (int i = 0; i < 3; i++)
    __atomic_fetch_add(&x[i + 1], x[i] * x[i + 1], __ATOMIC_RELAXED);
}
/// The same bytes hold numbers first, then integers.
double usedAgainForIntegers(const double *x, int n) {
  void *memory = malloc(n * sizeof(double));
  double *numbers = (double *)memory, sum = 0;
  for (int i = 0; i < n; i++)
    numbers[i] = x[i] * x[(i + 1) % n];
  for (int i = 0; i < n; i++)
    sum += numbers[i] * numbers[i] * numbers[i];
  long long *counts = (long long *)memory, all = 0;
  for (int i = 0; i < n; i++)
    counts[i] = 77 * i + n;
  for (int i = 0; i < n; i++)
    all += counts[(i * i) % n] & 3;
  free(memory);
  return sum * (double)(1 + all);
}

CHECK_INPLACE(square, 4, 1, -2, 3, 0.5);
CHECK_INPLACE(accumulate, 4, 1, -2, 3, 0.5);
CHECK_INPLACE(cleared, 3, 1, -2, 3);
CHECK_INPLACE(addedAtomically, 4, 1, -2, 3, 0.5);
CHECK_FUNCTION_N(usedAgainForIntegers, 4, 1, -2, 3, 0.5);
