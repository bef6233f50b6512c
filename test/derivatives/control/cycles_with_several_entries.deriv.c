// A cycle that is entered at several places, and whose last block leads to more than one of them:
// what each entry is handed on that way must not be mixed up with what comes from outside.
#include "nests.h"
static double twoEntries(const double *x, int n) {
  double s = x[0];
  int i = 0;
  if (x[1] > 1)
    goto first;
  goto second;
first:
  s = s * x[1] + i;
  goto last;
second:
  s = sin(s) + x[0];
last:
  if (++i >= 3 * n)
    return s;
  if (i % 3 == 1)
    goto first;
  goto second;
}

/// The state of a machine is a place in the program, and its start is one of its inputs.
static double machine(const double *x, int n) {
  double a = x[0], b = 1, sum = 0;
  int left = 4 * n;
  switch ((int)(x[1] * 2) % 3) {
  case 0:
    goto grow;
  case 1:
    goto shrink;
  default:
    goto mix;
  }
grow:
  a = a * 1.1 + x[0] * b;
  if (--left <= 0)
    return sum + a;
  if (left % 4 == 0)
    goto mix;
  goto shrink;
shrink:
  b = b * 0.7 + cos(a);
  if (--left <= 0)
    return sum + b;
  if (left % 5 == 0)
    goto grow;
  goto mix;
mix:
  sum += a * b;
  a = sin(a) + x[1];
  if (--left <= 0)
    return sum;
  if (left % 3)
    goto grow;
  goto mix;
}

/// Merges from the back, as std::stable_sort does: its reverse sweep is such a cycle.
static double mergedBackwards(const double *x, int n) {
  double left[8], right[8], all[16], s = 0;
  for (int i = 0; i < n; i++)
    left[i] = x[0] * i + sin(i), right[i] = x[1] * i * 1.1;
  double *a = left + n - 1, *b = right + n - 1, *end = all + 2 * n;
  for (;;) {
    if (*b < *a) {
      *--end = *a;
      if (a == left) {
        while (b >= right)
          *--end = *b--;
        break;
      }
      --a;
    } else {
      *--end = *b;
      if (b == right) {
        while (a >= left)
          *--end = *a--;
        break;
      }
      --b;
    }
  }
  for (int i = 0; i < 2 * n; i++)
    s += i * all[i] * all[i];
  return s;
}

CHECK_FUNCTION_N(twoEntries, 2, 0.7, 1.3, 0.7, 0.4);
CHECK_FUNCTION_N(machine, 2, 0.7, 1.3, 0.7, 0.4, 0.3, 0.6);
CHECK_HESSIAN_N(twoEntries, 2, 0.7, 1.3, 0.7, 0.4);
CHECK_HESSIAN_N(mergedBackwards, 2, 0.7, 0.9);
