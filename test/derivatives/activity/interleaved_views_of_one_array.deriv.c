// Even elements are const to the caller and odd ones active: two views of one array.
#include "check.h"
extern void __enzyme_autodiff_views(void *, ...);
static double f(const double *even, const double *odd, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += even[2 * i] * odd[2 * i] * odd[2 * i];
  return sum;
}
CHECK_VALUES(views) {
  double a[6] = {1, 2, 3, 4, 5, 6}, da[6] = {0}, before[6];
  memcpy(before, a, sizeof a);
  __enzyme_autodiff_views((void *)f, enzyme_const, a, enzyme_dup, a + 1, da + 1, enzyme_const, 3);
  for (int i = 0; i < 3; i++) {
    EXPECT_EXACT(da[2 * i], 0);
    EXPECT_EXACT(da[2 * i + 1], 2 * a[2 * i] * a[2 * i + 1]);
  }
  EXPECT_SAME_BYTES(a, before, sizeof a);
}
