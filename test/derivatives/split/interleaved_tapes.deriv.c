// Many tapes are open at once and are reversed in any order; each holds what its own
// call kept, however many iterations that took.
#include "check.h"

extern void *__enzyme_augmentfwd_void(void *, ...);
extern void __enzyme_reverse_void(void *, ...);

static void iterate(double *x, double *y, int n) {
  double s = *x;
  for (int i = 0; i < n; i++)
    s = s * cos(s) + 0.5;
  while (s < 10)
    s = s * 1.5 + exp(-s);
  *y = s * *x;
}

enum { Tapes = 40 };

static void order(const int *permutation, int rounds) {
  double x[Tapes], dx[Tapes], y[Tapes], dy[Tapes], expected[Tapes];
  void *tapes[Tapes];
  for (int i = 0; i < Tapes; i++) {
    double one = 1, ignored;
    x[i] = 0.3 + 0.05 * i;
    expected[i] = 0;
    __enzyme_autodiff_checkv((void *)iterate, enzyme_dup, &x[i], &expected[i], enzyme_dup, &ignored, &one,
                             enzyme_const, 3 + i * 7);
  }
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < Tapes; i++) {
      dx[i] = 0;
      dy[i] = 1;
      tapes[i] = __enzyme_augmentfwd_void((void *)iterate, enzyme_dup, &x[i], &dx[i], enzyme_dup, &y[i], &dy[i],
                                          enzyme_const, 3 + i * 7);
    }
    for (int k = 0; k < Tapes; k++) {
      int i = permutation[k];
      __enzyme_reverse_void((void *)iterate, enzyme_dup, &x[i], &dx[i], enzyme_dup, &y[i], &dy[i], enzyme_const,
                            3 + i * 7, tapes[i]);
    }
    for (int i = 0; i < Tapes; i++)
      EXPECT_EXACT(dx[i], expected[i]);
  }
}

CHECK_VALUES(first_in_first_out) {
  int p[Tapes];
  for (int i = 0; i < Tapes; i++)
    p[i] = i;
  order(p, 3);
}

CHECK_VALUES(last_in_first_out) {
  int p[Tapes];
  for (int i = 0; i < Tapes; i++)
    p[i] = Tapes - 1 - i;
  order(p, 3);
}

CHECK_VALUES(any_order) {
  int p[Tapes];
  for (int i = 0; i < Tapes; i++)
    p[i] = (i * 17 + 5) % Tapes; // 17 and 40 have no common divisor
  order(p, 3);
}

static double square(double x) { return x * x * x; }

CHECK_VALUES(other_derivatives_run_while_tapes_are_open) {
  double x = 0.7, dx = 0, y, dy = 1, expected = 0, one = 1;
  __enzyme_autodiff_checkv((void *)iterate, enzyme_dup, &x, &expected, enzyme_dup, &y, &one, enzyme_const, 25);
  void *tape =
      __enzyme_augmentfwd_void((void *)iterate, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy, enzyme_const, 25);
  for (int i = 0; i < 10; i++) {
    EXPECT_EXACT(__enzyme_autodiff_check((void *)square, 2.0), 12);
    double again = 0, seed = 1, ignored;
    __enzyme_autodiff_checkv((void *)iterate, enzyme_dup, &x, &again, enzyme_dup, &ignored, &seed, enzyme_const, 25);
    EXPECT_EXACT(again, expected);
  }
  __enzyme_reverse_void((void *)iterate, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy, enzyme_const, 25, tape);
  EXPECT_EXACT(dx, expected);
}
