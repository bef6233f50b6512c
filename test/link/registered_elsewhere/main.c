// What another file registers about its functions holds for those who ask here.
#include "check.h"

double withRule(double x);
double logged(double x);

CHECK_VALUES(rules) {
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)withRule, 3.0), 42 * 3, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)logged, 3.0), 6, 1e-12);
}
