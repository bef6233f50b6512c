// A scalar that is constant at the call: the rule's derivative for it is dropped.
// oracle: differs, its rules are wrong, so as to be seen
#include "check.h"
typedef struct {
  double a, b;
} two;
extern double __enzyme_autodiff_one(void *, ...);
double mul(double x, double y) { return x * y; }
double mul_augmented(double x, double y) { return x * y; }
two mul_reverse(double x, double y, double seed) { return (two){10 * seed, 20 * seed}; }
void *__enzyme_register_gradient_mul[] = {(void *)mul, (void *)mul_augmented, (void *)mul_reverse};
double f(double x, double y) { return mul(x, y) + mul(3, x); }

CHECK_VALUES(rule) {
  EXPECT_EXACT(__enzyme_autodiff_one((void *)f, 3.0, enzyme_const, 4.0), 30);
  EXPECT_EXACT(__enzyme_autodiff_one((void *)f, enzyme_const, 3.0, 4.0), 20);
}
