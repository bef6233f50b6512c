// Per element a choice between a const array and the next active value; all const picks: grad p =
// (0,1,0).
// matrix: full
#include "check.h"
static double fixed[3] = {0, 0, 0};
int pickActive[3];
void f(const double *p, double *r, const double *c) {
  for (int i = 0; i < 3; i++) {
    const double choice = pickActive[i] ? p[(i + 1) % 3] : c[i];
    r[i] = p[i] + choice;
  }
}

CHECK_VECTOR_CONST(f, 3, 3, fixed, 1, 2, 3);
CHECK_VALUES(allConstant) {
  double p[3] = {1, 2, 3}, dp[3] = {0, 0, 0}, r[3], dr[3] = {0, 1, 0};
  __enzyme_autodiff_checkv((void *)f, enzyme_dup, p, dp, enzyme_dup, r, dr, enzyme_const, fixed);
  EXPECT_TRUE(dp[0] == 0 && dp[1] == 1 && dp[2] == 0);
  EXPECT_TRUE(fixed[0] == 0 && fixed[1] == 0 && fixed[2] == 0);
}
