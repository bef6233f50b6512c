// Forward requests: tangents by value, const, with and without the primal (words 2.2).
#include "check.h"
typedef struct {
  double p, t;
} PT;
double f(double x, double y) { return x * x * y; }
double __enzyme_fwddiff(void *, ...);
PT __enzyme_fwddiff_pt(void *, ...);

CHECK_VALUES(words) {
  EXPECT_CLOSE(__enzyme_fwddiff((void *)f, 3.0, 1.0, 5.0, 0.0), 30, 1e-12);
  EXPECT_CLOSE(__enzyme_fwddiff((void *)f, 3.0, 1.0, enzyme_const, 5.0), 30, 1e-12);
  PT q = __enzyme_fwddiff_pt((void *)f, enzyme_primal_return, 3.0, 1.0, 5.0, 0.0);
  EXPECT_CLOSE(q.p, 45, 1e-12);
  EXPECT_CLOSE(q.t, 30, 1e-12);
  EXPECT_CLOSE(
      __enzyme_fwddiff((void *)f, enzyme_const_return, enzyme_primal_return, 3.0, 1.0, 5.0, 0.0),
      45, 1e-12);
}
