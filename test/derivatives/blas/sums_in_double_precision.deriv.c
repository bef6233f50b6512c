// Sums of products of numbers in single precision, taken in double precision.
// oracle: off, it sees no code of BLAS
// link: -lopenblas
#define SINGLE
#include "blas.h"

enum { n = 3, room = 1 + 2 * (n - 1) };
static const int steps[] = {1, 2, -1, -2};

static void sums(const real *x, real *y) {
  const int count = n, none = 0;
  zeroResults(y);
  for (int p = 0; p < 4; p++)
    for (int q = 0; q < 4; q++) {
      float a[room], b[room];
      for (int i = 0; i < room; i++)
        a[i] = x[i] * x[i], b[i] = x[i] * x[room + i];
      y[p] += sdsdot_(&count, x + 1, a, &steps[p], b, &steps[q]) + cblas_sdsdot(n, x[2], b, 1, a, -1);
      y[q] += (float)(dsdot_(&count, a, &steps[p], b, &steps[q]) * cblas_dsdot(n, b, 1, a, -1)) / 16;
      y[q] += sdsdot_(&none, x + p, a, &steps[p], b, &steps[q]);
    }
}
CHECK_VECTOR(sums, 2 * room, resultsOfEach, 1.5, -0.5, 2.0, 0.75, 1.25, -2.5, 0.3, 1.1, -0.9, 0.6);
