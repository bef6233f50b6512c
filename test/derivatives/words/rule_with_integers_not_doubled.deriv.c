// A reverse rule with a tape that takes the integer once: accepted like one that takes it twice.
// oracle: differs, its rules are wrong, so as to be seen
#include "check.h"
NOINLINE static void squares(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
}
static void *squares_augmented(const double *x, double *dx, double *y, double *dy, int n) {
  double *tape = (double *)malloc(sizeof(double) * (size_t)n);
  memcpy(tape, x, sizeof(double) * (size_t)n);
  squares(x, y, n);
  return tape;
}
static void squares_reverse(const double *x, double *dx, double *y, double *dy, int n, void *tape) {
  for (int i = 0; i < n; i++) {
    dx[i] += 100 * ((double *)tape)[i] * dy[i];
    dy[i] = 0;
  }
  free(tape);
}
void *__enzyme_register_gradient_squares[] = {(void *)squares, (void *)squares_augmented,
                                              (void *)squares_reverse};
void f(double *x, double *y) {
  squares(x, y, 2);
  x[0] = 0;
}

CHECK_VALUES(rule) {
  double x[2] = {3, 5}, dx[2] = {0, 0}, y[2], dy[2] = {1, 1};
  __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);
  EXPECT_EXACT(dx[0], 300);
  EXPECT_EXACT(dx[1], 500);
  EXPECT_TRUE(y[0] == 9 && y[1] == 25 && dy[0] == 0);
}
