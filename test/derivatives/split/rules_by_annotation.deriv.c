// A rule can stand at the function itself.
// oracle: differs, rules are wrong so as to be seen
#include "check.h"

typedef struct {
  double p, t;
} Pair;
static double reverse_of_square(double x, double seed) { return 100 * seed; }
static double square_again(double x) { return x * x; }
static Pair forward_of_square(double x, double dx) { return (Pair){x * x, 1000 * dx}; }

__attribute__((annotate("enzyme_register_gradient", square_again, reverse_of_square),
               annotate("enzyme_register_derivative", forward_of_square))) static double
square(double x) {
  return x * x;
}
[[clang::annotate("enzyme_register_derivative", forward_of_square)]] static double other(double x) { return x * x; }

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
static double f(double x) { return square(x) + x; }
static double g(double x) { return other(x) + x; }

CHECK_VALUES(both_modes) {
  EXPECT_EXACT(f(3), 12);
  EXPECT_EXACT(__enzyme_autodiff((void *)f, 3.0), 101);
  EXPECT_EXACT(__enzyme_fwddiff((void *)f, 3.0, 1.0), 1001);
  EXPECT_EXACT(__enzyme_fwddiff((void *)g, 3.0, 1.0), 1001);
  EXPECT_EXACT(__enzyme_autodiff((void *)g, 3.0), 7);
}
