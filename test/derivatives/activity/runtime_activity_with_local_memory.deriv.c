// Under enzyme_runtime_activity local memory of the function is active by itself.
#include "check.h"
extern void __enzyme_autodiff_run(void *, ...);
static void f(const double *x, const double *c, double *y) {
  double local[2];
  double *heap = (double *)malloc(2 * sizeof *heap);
  for (int i = 0; i < 2; i++) {
    local[i] = x[i] * x[i];
    heap[i] = local[i] * c[i];
  }
  y[0] = heap[0] + heap[1];
  free(heap);
}
CHECK_VALUES(constant) {
  double x[2] = {2, 3}, dx[2] = {0, 0}, c[2] = {4, 5}, y = 0, dy = 1;
  __enzyme_autodiff_run((void *)f, enzyme_runtime_activity, enzyme_dup, x, dx, enzyme_dup, c, c,
                        enzyme_dup, &y, &dy);
  EXPECT_TRUE(dx[0] == 16 && dx[1] == 30 && c[0] == 4 && c[1] == 5);
  EXPECT_TRUE(dy == 0 && y == 61);
  dy = 1;
  double dc[2] = {0, 0};
  __enzyme_autodiff_run((void *)f, enzyme_runtime_activity, enzyme_dup, x, x, enzyme_dup, c, dc,
                        enzyme_dup, &y, &dy);
  EXPECT_TRUE(x[0] == 2 && x[1] == 3 && dc[0] == 4 && dc[1] == 9);
}
