// A trivially inlinable function with registered rules that return 42: they are used at every
// level.
// matrix: full
// oracle: differs, its rules are wrong, so as to be seen
#include "check.h"
double square(double x) { return x * x; }
double square_augmented(double x) { return x * x; }
double square_reverse(double x, double seed) { return 42 * seed; }
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_reverse};
typedef struct {
  double primal, tangent;
} pair;
pair square_forward(double x, double dx) { return (pair){x * x, 42 * dx}; }
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)square_forward};

double f(double x) { return square(x); }
double g(double x) { return 2 * square(x * 3); }

CHECK_VALUES(reverse) {
  EXPECT_EXACT(__enzyme_autodiff_check((void *)f, 3.0), 42);
  EXPECT_EXACT(__enzyme_autodiff_check((void *)g, 3.0), 252);
  EXPECT_EXACT(__enzyme_autodiff_check((void *)square, 3.0), 42);
}
CHECK_VALUES(forward) {
  EXPECT_EXACT(__enzyme_fwddiff_check((void *)f, enzyme_primal_return, 3.0, 1.0).tangent, 42);
  EXPECT_EXACT(__enzyme_fwddiff_check((void *)g, enzyme_primal_return, 3.0, 1.0).tangent, 252);
}
