// What an outer loop computed is used in inner loops, some of which do not run, or are left early,
// together with the loops around them.
#include "check.h"

double conditional(const double *x, int n) {
  double sum = 0, t = 0.5;
  for (int i = 0; i < n; i++) {
    t = t * x[i] + 0.3; // goes from one iteration to the next
    double s;
    if (x[i] > 1)
      s = exp(t);
    for (int j = 0; j < i; j++) {
      if (x[j] < x[i] && x[i] > 1)
        for (int k = j; k < n; k++)
          sum += s * t * x[k] * x[j];
      if (j == 1)
        for (int k = 0; k < 2; k++)
          sum += sin(t * x[j + k]);
    }
  }
  return sum;
}

double left(const double *x, int n) {
  double sum = 0, t = 1;
  int rounds = 0;
  while (rounds++ < 6) { // its number of iterations is not known
    t = 0.8 * t * x[rounds % n] + 0.2;
    double u = t * t;
    for (int j = 0; j < n; j++) {
      if (x[j] > 1.5)
        continue;
      for (int k = 0; k < n; k++) {
        sum += u * x[k] * t;
        u *= 0.9 + 0.01 * x[j];
        if (sum > 40)
          goto out;
        if (sum > 3 * rounds && k == 1)
          break;
      }
      if (u < 0.05)
        break;
    }
  }
out:
  return sum * t;
}

// The buffers change their places from step to step, in some steps only.
double buffers(const double *x, int n) {
  double a[8], b[8], *from = a, *to = b, sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = x[i], b[i] = 0.5 * x[i];
  for (int s = 0; s < 5; s++) {
    for (int i = 0; i < n; i++) {
      double y = 0.1;
      for (int j = 0; j < i % 3; j++)
        y += from[(i + j) % n] * from[j] * 0.4;
      to[i] = y;
    }
    if (s != 2) {
      double *other = from;
      from = to;
      to = other;
    }
  }
  for (int i = 0; i < n; i++)
    sum += from[i] * to[i] * x[i];
  return sum;
}

CHECK_FUNCTION_N(conditional, 5, 0.9, 1.2, 0.4, 1.7, 1.3, 0.2, 0.3, 0.5, 0.6, 0.7);
CHECK_FUNCTION_N(left, 4, 1.1, 0.9, 1.7, 0.6, 1.4, 1.3, 1.2, 1.1, 2, 3, 4, 5);
CHECK_FUNCTION_N(buffers, 5, 0.9, 1.2, 0.4, 1.7, 1.3);
