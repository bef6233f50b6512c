// Each iteration of a loop asks first whether there is anything to read: where there is not, the
// program ends before it reads. No derivative reads ahead of that.
// prints: nothing to read
#include "check.h"
static volatile int isThere = 1;
NOINLINE static void mustBeThere(void) {
  if (isThere)
    return;
  puts("nothing to read");
  exit(checkFailures != 0);
}

void walkThenOverwrite(double *restrict x, int n) {
  double sum = 0;
  for (int i = 0; i + 2 < n; i++) {
    mustBeThere();
    sum += x[i + 2] * x[i + 1] * x[i];
  }
  for (int i = 0; i < n; i++)
    x[i] = sum * (i + 1);
}
void ofFive(double *x) { walkThenOverwrite(x, 5); }
CHECK_INPLACE(ofFive, 5, 1, 2, 0.5, -1, 3);

CHECK_VALUES(endsThere) {
  double *volatile nothing = NULL, *volatile nowhere = NULL;
  isThere = 0;
  __enzyme_autodiff_checkv((void *)walkThenOverwrite, nothing, nowhere, enzyme_const, 5);
  EXPECT_CLOSE(0, 1, 0); // not reached
}
