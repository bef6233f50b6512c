/* Have results and gradients the same bits in every run? */
#include "check.h"

enum { RUNS = 200 };

/* Numbers of which the sum depends on the order. */
static double weight(int i) { return (i % 7 ? 1e-3 : 1e3) / (1 + i); }

static void repeat(const char *name, double (*forward)(double *, double *),
                   void (*reverse)(double *, double *)) {
  double x[N], first[N], firstTangent = 0;
  for (int run = 0; run < RUNS; run++) {
    double direction[N], gradient[N] = {0};
    start(x);
    for (int i = 0; i < N; i++)
      direction[i] = cos(0.9 * i);
    double tangent = forward(x, direction);
    start(x);
    reverse(x, gradient);
    if (run == 0) {
      memcpy(first, gradient, sizeof first);
      firstTangent = tangent;
    }
    if (memcmp(first, gradient, sizeof first) || firstTangent != tangent) {
      printf("%s: other bits in run %d\n", name, run);
      failures++;
      return;
    }
  }
}
#define REPEAT(f) repeat(#f, f##Forward, f##Reverse);
