// A pointer that points to const or to active memory, known only at run time: const memory is never
// written.
#include "check.h"
extern void __enzyme_autodiff_select(void *, ...);
extern double __enzyme_fwddiff_select(void *, ...);
double f(const double *x, const double *y, int choose) {
  const double *p = choose ? x : y;
  return *p * *p * *x;
}

CHECK_VALUES(both) {
  for (int choose = 0; choose < 2; choose++) {
    double x = 3, dx = 0, y = 4;
    __enzyme_autodiff_select((void *)f, enzyme_dup, &x, &dx, enzyme_const, &y, choose);
    EXPECT_EXACT(dx, choose ? 27 : 16);
    EXPECT_EXACT(y, 4);
    double t = 1;
    EXPECT_EXACT(__enzyme_fwddiff_select((void *)f, enzyme_dup, &x, &t, enzyme_const, &y, choose),
                 choose ? 27 : 16);
    EXPECT_EXACT(y, 4);
  }
}
