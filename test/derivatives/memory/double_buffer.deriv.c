// Two buffers whose pointers are swapped after every step.
#include "check.h"

double diffuse(const double *x, int n) {
  double first[16], second[16], *now = first, *next = second;
  for (int i = 0; i < n; i++)
    now[i] = x[i];
  for (int step = 0; step < 5; step++) {
    next[0] = now[0];
    next[n - 1] = now[n - 1];
    for (int i = 1; i + 1 < n; i++)
      next[i] = now[i] + 0.1 * (now[i - 1] - 2 * now[i] + now[i + 1]) * now[i];
    double *swap = now;
    now = next;
    next = swap;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += now[i] * now[i];
  return sum;
}

CHECK_FUNCTION_N(diffuse, 6, 1, 2, 0.5, -1, 0.25, 3);
