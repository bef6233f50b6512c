// Activity by default from the parameter's type (words 1.7).
#include "check.h"
double f(int n, double x, int *tab) { return n * x * tab[0]; }
double __enzyme_autodiff(void *, ...);

CHECK_VALUES(words) {
  int tab[1] = {2};
  EXPECT_CLOSE(__enzyme_autodiff((void *)f, 4, 3.0, enzyme_const, tab), 8, 1e-12);
}
