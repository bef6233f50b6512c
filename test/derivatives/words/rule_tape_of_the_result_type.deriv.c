// A tape of the same type as the result: {tape, result} is not taken for {result, shadow}.
// oracle: differs, its rules are wrong, so as to be seen
#include "check.h"
typedef struct {
  double tape, result;
} taped;
static double square(double x) { return x * x; }
static taped square_augmented(double x) { return (taped){7 * x, x * x}; }
static double square_reverse(double x, double seed, double tape) { return seed * tape; }
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_reverse};
double f(double x) { return square(x) * x; }

CHECK_VALUES(rule) { EXPECT_EXACT(__enzyme_autodiff_check((void *)f, 3.0), 72); }
