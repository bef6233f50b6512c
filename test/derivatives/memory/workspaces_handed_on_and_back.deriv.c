// Workspaces that static variables keep from one call to the next, and that a function is handed and
// returns, larger where it has to be: w = resized(w, n). The pointer crosses the calls in memory.
#include "check.h"

typedef struct {
  int room;
  double *values;
} workspace;

NOINLINE static workspace *made(int n) {
  workspace *w = malloc(sizeof *w);
  w->room = n;
  w->values = malloc(n * sizeof(double));
  return w;
}

NOINLINE static workspace *resized(workspace *w, int n) {
  if (!w)
    return made(n);
  if (n > w->room) {
    w->values = realloc(w->values, n * sizeof(double));
    w->room = n;
  }
  return w;
}

NOINLINE static double *first(double *kept, int n) { return kept ? kept : malloc(n * sizeof(double)); }

static double in_structures(const double *x) {
  static workspace *squares, *sums;
  squares = resized(squares, 3);
  sums = resized(sums, 2);
  for (int i = 0; i < 3; i++)
    squares->values[i] = x[i] * x[i];
  sums = resized(sums, 3);
  for (int i = 0; i < 3; i++)
    sums->values[i] = squares->values[i] + x[(i + 1) % 3];
  return sums->values[0] * squares->values[1] + sums->values[2];
}
CHECK_FUNCTION(in_structures, 3, 0.7, -0.4, 0.9);

static double in_an_array(const double *x) {
  static double *kept[2];
  for (int i = 0; i < 2; i++) {
    kept[i] = first(kept[i], 3);
    kept[i][2] = x[i] * x[2];
  }
  return kept[0][2] * kept[1][2];
}
CHECK_FUNCTION(in_an_array, 3, 0.7, -0.4, 0.9);

/// The same pointer leads to what an argument leads to: that one's shadow is it.
static double *chosen;
static double through_an_argument(double *x) {
  chosen = first(chosen, 3);
  chosen[1] = chosen[0] * x[0];
  return x[1] + chosen[2] * x[2];
}

#ifndef CHECK_PRIMAL_ONLY
CHECK_VALUES(argument_that_a_variable_leads_to) {
  double *x = malloc(3 * sizeof *x), *dx = calloc(3, sizeof *x);
  for (int round = 0; round < 2; round++) {
    chosen = x;
    x[0] = 3, x[1] = 1, x[2] = 5;
    dx[0] = dx[1] = dx[2] = 0;
    __enzyme_autodiff_checkv((void *)through_an_argument, enzyme_dup, x, dx);
    EXPECT_CLOSE(dx[0], 6, 0);
    EXPECT_CLOSE(dx[1], 0, 0);
    EXPECT_CLOSE(dx[2], 10, 0);
  }
  chosen = 0;
  free(x), free(dx);
}
#endif
