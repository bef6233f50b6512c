// A loop that may keep snapshots, but has memory enough to keep everything, reads arrays that its
// function changes behind it: then nobody puts them back.
// alone: off, it takes an option of ours
// flags: -fenzyme-tape-limit=1M
#include "check.h"
enum { N = 4 };

static void add(double *restrict y, int n, int steps) {
  double last = 0;
  int t = 0;
  do {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += y[i] * y[i];
    last = sin(sum);
  } while (++t < steps);
  y[0] += last;
}
void f(const double *x, double *y) {
  for (int i = 0; i < N; i++)
    y[i] = x[i];
  add(y, N, 3);
  y[1] *= y[0];
  add(y, N, 2);
}
CHECK_VECTOR(f, N, N, 0.3, -0.2, 0.5, 0.1);
