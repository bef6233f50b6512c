// A registered derivative is differentiated like any other code: its own text decides every
// higher order.
#include "nests.h"
NOINLINE static double f(double x) { return x * x * x; }
typedef struct {
  double value, tangent;
} both;
NOINLINE static both pushed(double x, double dx) { return (both){x * x * x, 3 * x * x * dx}; }
void *__enzyme_register_derivative_f[] = {(void *)f, (void *)pushed};
static double user(double x) { return sin(f(x)); }
static double userF(double x) { return __enzyme_fwddiff_nest((void *)user, x, 1.0); }
static double userFF(double x) { return __enzyme_fwddiff_nest((void *)userF, x, 1.0); }
static double userRF(double x) { return __enzyme_autodiff_nest((void *)userF, x); }

CHECK_VALUES(rules) {
  const double x = 0.8, c = cos(x * x * x), s = sin(x * x * x);
  EXPECT_CLOSE(userF(x), 3 * x * x * c, 1e-14);
  EXPECT_CLOSE(userFF(x), 6 * x * c - 9 * x * x * x * x * s, 1e-13);
  EXPECT_CLOSE(userRF(x), 6 * x * c - 9 * x * x * x * x * s, 1e-13);
}
