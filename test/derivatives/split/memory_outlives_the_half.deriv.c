// Memory that the function hands to its caller through a pointer, and its shadow.
#include "check.h"

typedef struct {
  void *tape;
  double *p, *dp;
} TapeAndPointer;
extern TapeAndPointer __enzyme_augmentfwd_pointer(void *, ...);
extern void __enzyme_reverse_void(void *, ...);

static double *squares(const double *x, int n) {
  double *y = (double *)malloc(sizeof(double) * n);
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i] * x[(i + 1) % n];
  return y;
}

CHECK_VALUES(the_shadow_is_seeded_between_the_halves) {
  double x[3] = {1, 2, 3}, dx[3] = {0};
  TapeAndPointer r = __enzyme_augmentfwd_pointer((void *)squares, enzyme_dup, x, dx, 3);
  EXPECT_EXACT(r.p[0], 2);
  EXPECT_EXACT(r.p[1], 12);
  EXPECT_EXACT(r.p[2], 9);
  for (int i = 0; i < 3; i++)
    r.dp[i] = i + 1;
  __enzyme_reverse_void((void *)squares, enzyme_dup, x, dx, 3, r.tape);
  EXPECT_EXACT(dx[0], 1 * 2 * 1 * 2 + 3 * 9);
  EXPECT_EXACT(dx[1], 1 * 1 + 2 * 2 * 2 * 3);
  EXPECT_EXACT(dx[2], 2 * 4 + 3 * 2 * 3 * 1);
  free(r.p);
  free(r.dp);
}
