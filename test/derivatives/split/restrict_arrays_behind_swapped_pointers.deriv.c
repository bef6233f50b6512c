// Arrays that are promised to be apart, reached by their names and by pointers that are swapped: in
// the reverse sweep those pointers come from the tape, and lead to the same places as the names.
#include "check.h"
enum { N = 4 };

NOINLINE static void mix(double *restrict x, double *restrict y, int steps) {
  double *u = x, *v = y;
  for (int t = 0; t < steps; t++) {
    double *other = u;
    u = v;
    v = other;
  }
  double before = x[0] * y[0];
  y[1] = sin(u[0]) + v[2];
  y[0] += before * x[1];
  v[0] *= u[0];
}
void f(const double *x, double *y) {
  double own[N];
  for (int i = 0; i < N; i++)
    own[i] = 2 * x[i], y[i] = x[i] * x[i];
  mix(own, y, 2);
  mix(own, y, 3);
  y[2] += own[0] * own[2];
}
static void through(double *x, double *y, int steps) { mix(x, y, steps); }
CHECK_VECTOR(f, N, N, 0.3, -0.2, 0.5, 0.1);

void *__enzyme_augmentfwd_mix(void *, ...);
void __enzyme_reverse_mix(void *, ...);
CHECK_VALUES(ofTheFunctionItself) {
  for (int steps = 0; steps < 4; steps++) {
    double x[N] = {0.3, -0.2, 0.5, 0.1}, y[N] = {0.7, 0.4, -0.6, 0.2};
    double dx[N] = {1, 2, 3, 4}, dy[N] = {5, 6, 7, 8}, ex[N] = {1, 2, 3, 4}, ey[N] = {5, 6, 7, 8};
    double again[2][N];
    memcpy(again[0], x, sizeof x), memcpy(again[1], y, sizeof y);
    __enzyme_autodiff_checkv((void *)through, enzyme_dup, again[0], ex, enzyme_dup, again[1], ey, steps);
    void *tape = __enzyme_augmentfwd_mix((void *)mix, enzyme_dup, x, dx, enzyme_dup, y, dy, steps);
    memset(x, 0, sizeof x), memset(y, 0, sizeof y);
    __enzyme_reverse_mix((void *)mix, enzyme_dup, x, dx, enzyme_dup, y, dy, steps, tape);
    for (int i = 0; i < N; i++) {
      EXPECT_CLOSE(dx[i], ex[i], 1e-14);
      EXPECT_CLOSE(dy[i], ey[i], 1e-14);
    }
  }
}
