// Rules made of requests, of functions that work on the same globals as the code around them: a
// half takes part in the derivative that called the rule, a whole gradient is one by itself.
// oracle: differs, its rules are wrong, so as to be seen
#include "check.h"
typedef struct {
  void *tape;
  double value;
} Taped;
Taped __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
typedef struct {
  double value, tangent;
} Pushed;
Pushed __enzyme_fwddiff_pushed(void *, ...);
double __enzyme_fwddiff(void *, ...);
double __enzyme_autodiff(void *, ...);

static double kept = 2, weight = 3;

/// Changes a global that others read before and after.
static double inner(double x) {
  kept = kept * x * weight;
  return kept * x;
}
NOINLINE static double byHalves(double x) { return inner(x); }
static Taped byHalves_augmented(double x) { return __enzyme_augmentfwd((void *)inner, x); }
static double byHalves_reverse(double x, double seed, void *tape) { return __enzyme_reverse((void *)inner, x, seed, tape); }
static Pushed byHalves_forward(double x, double dx) {
  return __enzyme_fwddiff_pushed((void *)inner, enzyme_primal_return, x, dx);
}
void *__enzyme_register_gradient_halves[] = {(void *)byHalves, (void *)byHalves_augmented, (void *)byHalves_reverse};
void *__enzyme_register_derivative_halves[] = {(void *)byHalves, (void *)byHalves_forward};

static double halves(double x) {
  kept = x * x;
  double a = byHalves(x) + kept;
  weight = 3 + a * 0.01;
  double b = byHalves(2 * x);
  weight = 3;
  return a * b + kept;
}

/// Reads a global that is active around it; its rule says that its own derivative is all.
static double residual(double x) { return x * x * weight; }
NOINLINE static double byGradient(double x) { return residual(x); }
static double byGradient_augmented(double x) { return residual(x); }
static double byGradient_reverse(double x, double seed) { return seed * __enzyme_autodiff((void *)residual, x); }
void *__enzyme_register_gradient_gradient[] = {(void *)byGradient, (void *)byGradient_augmented, (void *)byGradient_reverse};

static double gradients(double x) {
  weight = x;
  double before = weight * weight; // its adjoint waits while the rule runs
  double y = byGradient(x + 1) + before;
  return weight * y;
}

CHECK_VALUES(rules) {
  double x = 1.3, h = 1e-5;
  kept = 2;
  double difference = (halves(x + h) - halves(x - h)) / (2 * h);
  EXPECT_CLOSE(__enzyme_autodiff((void *)halves, x), difference, 1e-6);
  EXPECT_CLOSE(__enzyme_fwddiff((void *)halves, x, 1.0), difference, 1e-6);
  // The rule reads the global as it is when it runs: nobody has changed it since.
  double factor = (x + 1) * (x + 1); // z = w ((x + 1)^2 w + w^2), the first w inside the rule a constant
  EXPECT_CLOSE(__enzyme_autodiff((void *)gradients, x), factor * x + x * x + x * (2 * (x + 1) * x + 2 * x), 1e-12);
}
