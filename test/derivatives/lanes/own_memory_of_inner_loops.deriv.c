// Memory of several lanes that loops over streams fill and read, and loops within them read and add to under conditions:
// its lanes stand together, and those of what only the streams use apart.
#include "check.h"
#pragma STDC FP_CONTRACT OFF // rounded alike by compiler and processor

static double pairs(const double *p, int n) {
  enum { width = 16 };
  double x[width], y[width], total[width], only[width], s = 0;
  for (int l = 0; l < width; l++)
    total[l] = 0, only[l] = p[l % n] * (0.2 + 0.05 * l);
  for (int a = 0; a < n; a++) {
    for (int l = 0; l < width; l++) {
      x[l] = p[a] + 0.5 * only[l];
      y[l] = only[l] * only[l] - p[a];
    }
    for (int b = 0; b < n; b++)
      for (int l = 0; l < width; l++) {
        double d = x[l] * x[l] + y[l] * p[b];
        if (d > 0.5)
          total[l] += sqrt(d) * y[l];
        else if (d < -0.5)
          total[l] -= d * x[l];
      }
  }
  for (int l = 0; l < width; l++)
    s += total[l] * (1 + 0.01 * l) + only[l];
  return s;
}
CHECK_FUNCTION_N(pairs, 5, 0.2, 1.1, -0.7, 0.4, 2.0);

static void filtered(const double *p, double *out, int n) {
  double x[32];
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < n; i++)
      x[i] = p[i] * (round + 1);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
        if (x[j] < x[i])
          x[j] += 0.1 * x[i] * p[j];
    for (int i = 0; i < n; i++)
      out[i] = x[i] + (round ? out[i] : 0);
  }
}
CHECK_VECTOR_N(filtered, 5, 5, 0.2, 1.1, -0.7, 0.4, 2.0);
