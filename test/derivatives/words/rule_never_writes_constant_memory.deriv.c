// A registered rule whose pointer argument is enzyme_const at the call: used, and the memory is not
// written.
// oracle: differs, the registered rule gives ten times the derivative
#include "check.h"
extern double __enzyme_autodiff_constant(void *, ...);
extern double __enzyme_fwddiff_constant(void *, ...);
NOINLINE static double scaled(double x, double *k) { return x * *k; }
static double scaled_augmented(double x, double *k, double *dk) { return x * *k; }
static double scaled_reverse(double x, double *k, double *dk, double seed) {
  *dk += 1000;
  return 10 * seed * *k;
}
typedef struct {
  double primal, tangent;
} pair;
static pair scaled_forward(double x, double dx, double *k, double *dk) {
  return (pair){x * *k, 10 * dx * *k};
}
void *__enzyme_register_gradient_scaled[] = {(void *)scaled, (void *)scaled_augmented,
                                             (void *)scaled_reverse};
void *__enzyme_register_derivative_scaled[] = {(void *)scaled, (void *)scaled_forward};
double f(double x, double *k) { return scaled(x, k); }

CHECK_VALUES(rule) {
  double k = 4;
  EXPECT_EXACT(__enzyme_autodiff_constant((void *)f, 3.0, enzyme_const, &k), 40);
  EXPECT_EXACT(k, 4);
  EXPECT_EXACT(__enzyme_fwddiff_constant((void *)f, 3.0, 1.0, enzyme_const, &k), 40);
  EXPECT_EXACT(k, 4);
}
