// Zeros that the program writes into memory of its own: where something else was written before, they
// take its derivative away; where the memory was cleared when it was made, they do nothing.
#include "check.h"
enum { N = 5 };

NOINLINE static double behindOthers(int n, const double *x) {
  double *a = malloc(n * sizeof(double)), sum = 0;
  memset(a, 0, n * sizeof(double));
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    sum += a[i];
  memset(a, 0, n * sizeof(double));
  for (int i = 0; i < n; i++)
    sum += a[i] * x[i] + x[i];
  free(a);
  return sum;
}
double f1(const double *x) { return behindOthers(N, x); }
CHECK_FUNCTION(f1, N, 0.3, -0.2, 0.5, 0.1, -0.4);

// In the loop that reads and writes there.
NOINLINE static double inLoops(int n, const double *x) {
  double *a = n ? malloc(n * sizeof(double)) : NULL, sum = 0;
  for (double *p = a; p != a + n; p++)
    *p = 0;
  for (int s = 0; s < 3; s++)
    for (int i = 0; i < n; i++) {
      int k = (2 * i + s) % n;
      sum += a[k] * a[k] * x[i];
      a[k] = 0;
      if ((i + s) % 2)
        a[(k + 1) % n] = sin(x[k]);
    }
  for (int i = 0; i < n; i++)
    sum += a[i] + x[i] * x[i];
  free(a);
  return sum;
}
double f2(const double *x) { return inLoops(N, x); }
CHECK_FUNCTION(f2, N, 0.3, -0.2, 0.5, 0.1, -0.4);

// A block of the iteration before, while the newer one is clear.
NOINLINE static double ofTheIterationBefore(int n, const double *x) {
  double *last = malloc(n * sizeof(double)), sum = 0;
  for (int i = 0; i < n; i++)
    last[i] = x[i];
  for (int s = 0; s < 3; s++) {
    double *next = malloc(n * sizeof(double));
    memset(next, 0, n * sizeof(double));
    for (int i = 0; i < n; i++)
      if (i % 2)
        last[i] = 0;
    for (int i = 0; i < n; i++)
      sum += last[i] * last[i] * x[i];
    for (int i = 0; i < n; i++)
      next[i] = sin(last[i] + x[i]);
    free(last);
    last = next;
  }
  free(last);
  return sum;
}
double f3(const double *x) { return ofTheIterationBefore(N, x); }
CHECK_FUNCTION(f3, N, 0.3, -0.2, 0.5, 0.1, -0.4);

// Written behind another pointer, or by a function that was given it.
NOINLINE static void fill(double *a, const double *x, int n) {
  for (int i = 0; i < n; i++)
    a[i] += x[i];
}
NOINLINE static double byOthers(int n, const double *x) {
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double)), sum = 0;
  memset(a, 0, n * sizeof(double));
  memset(b, 0, n * sizeof(double));
  double *one = x[0] > 0 ? a : b;
  fill(one, x, n);
  b[1] = 0, a[2] = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * a[i] + 3 * b[i] * x[i];
  one[3] = 0;
  sum += a[3] + a[4] * x[2];
  free(a), free(b);
  return sum;
}
double f4(const double *x) { return byOthers(N, x); }
CHECK_FUNCTION(f4, N, 0.3, -0.2, 0.5, 0.1, -0.4);
double f5(const double *x) { return byOthers(N, x); }
CHECK_FUNCTION(f5, N, -0.3, -0.2, 0.5, 0.1, -0.4);
