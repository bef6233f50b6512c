// Level 1 of BLAS: any increments, factors that vary, by address and by value, no elements.
// oracle: off, it sees no code of BLAS
// link: -lopenblas
#include "blas.h"

enum { n = 3, room = 1 + 2 * (n - 1) };
static const int steps[] = {1, 2, -1, -2};
#define FOR_STEPS for (int p = 0; p < 4; p++) for (int q = 0; q < 4; q++)

static void products(const real *x, real *y) {
  const int count = n, none = 0;
  zeroResults(y);
  FOR_STEPS {
    y[p] += (q + 1) * F(dot)(&count, x, &steps[p], x + room, &steps[q]);
    y[q] += (p + 2) * C(dot)(n, x, steps[p], x + room, steps[q]);
  }
  y[0] += F(dot)(&none, x, &steps[0], x, &steps[0]);
}
CHECK_VECTOR(products, 2 * room, resultsOfEach, 1.5, -0.5, 2.0, 0.75, 1.25, -2.5, 0.3, 1.1, -0.9, 0.6);

static void lengths(const real *x, real *y) {
  const int count = n, none = 0, one = 1, two = 2, back = -1;
  zeroResults(y);
  y[0] = F(nrm2)(&count, x, &two) + F(nrm2)(&none, x, &one);
  y[1] = F(asum)(&count, x, &two) + F(asum)(&count, x, &back);
  y[2] = C(nrm2)(n, x, 1) * C(asum)(n, x + 1, 1);
  int largest = INDEX(amax)(&count, x, &one) - 1;
  y[3] = x[largest] * x[largest];
}
CHECK_VECTOR(lengths, room, resultsOfEach, 1.5, -0.5, 2.0, 0.75, -1.25);

static void sums(const real *x, real *y) {
  const int count = n;
  zeroResults(y);
  FOR_STEPS {
    real to[room];
    for (int i = 0; i < room; i++)
      to[i] = x[i] * x[i];
    F(axpy)(&count, x + 2 * room, x + room, &steps[p], to, &steps[q]);
    C(axpy)(n, x[2 * room] * 3, x, steps[q], to, steps[p]);
    F(scal)(&count, x + 2 * room + 1, to, &steps[p]);
    C(scal)(n, x[1], to, 2);
    put(y, to, room, p + q);
  }
}
CHECK_VECTOR(sums, 2 * room + 2, resultsOfEach, 1.5, -0.5, 2.0, 0.75, 1.25, -2.5, 0.3, 1.1, -0.9, 0.6, 0.8, -1.2);

static void moves(const real *x, real *y) {
  const int count = n;
  zeroResults(y);
  FOR_STEPS {
    real a[room], b[room];
    for (int i = 0; i < room; i++)
      a[i] = x[i] * x[i], b[i] = x[i] * x[room + i];
    F(copy)(&count, x, &steps[p], a, &steps[q]);
    F(swap)(&count, a, &steps[p], b, &steps[q]);
    C(copy)(n, b, 2, a, 1);
    C(swap)(2, a, 2, b + 1, -1);
    put(y, a, room, p);
    put(y, b, room, q + 1);
  }
}
CHECK_VECTOR(moves, 2 * room, resultsOfEach, 1.5, -0.5, 2.0, 0.75, 1.25, -2.5, 0.3, 1.1, -0.9, 0.6);

static void turns(const real *x, real *y) {
  const int count = n;
  zeroResults(y);
  FOR_STEPS {
    real a[room], b[room], c, s, first = x[p], second = x[room + q];
    for (int i = 0; i < room; i++)
      a[i] = x[i] * x[i], b[i] = x[i] * x[room + i];
    F(rotg)(&first, &second, &c, &s);
    F(rot)(&count, a, &steps[p], b, &steps[q], &c, &s);
    C(rot)(n, a, 1, b, -1, first * c, s);
    y[2] += first * second;
    put(y, a, room, p);
    put(y, b, room, q + 1);
  }
}
CHECK_VECTOR(turns, 2 * room, resultsOfEach, 1.5, -0.5, 2.0, 0.75, 1.25, -2.5, 0.3, 1.1, -0.9, 0.6);

static void modified_turns(const real *x, real *y) {
  const int count = n;
  zeroResults(y);
  for (int kind = -2; kind <= 1; kind++)
    FOR_STEPS {
      real a[room], b[room], turn[5] = {kind, x[1] + 2, x[2], x[3] * x[4], x[p]};
      for (int i = 0; i < room; i++)
        a[i] = x[i] * x[i], b[i] = x[i] * x[room + i];
      F(rotm)(&count, a, &steps[p], b, &steps[q], turn);
      C(rotm)(n, b, 1, a, -1, turn);
      put(y, a, room, p);
      put(y, b, room, q + 1);
    }
}
CHECK_VECTOR(modified_turns, 2 * room, resultsOfEach, 1.5, -0.5, 2.0, 0.75, 1.25, -2.5, 0.3, 1.1, -0.9, 0.6);
