// A value that has no finite derivative and is not chosen contributes nothing, whichever operation
// made it: the adjoint that reaches it is zero, its partial derivative is infinite or NaN.
// flags: -fno-math-errno
#include "check.h"

#define CHOSEN(l) (x > .3 ? x * x * x * x : (l))

static double huge(double x) { return exp(2000 * x); }

double quotient(double x) {
  double l = x / (x - 1);
  return CHOSEN(l);
}
double product(double x) {
  double l = huge(x) * x;
  return CHOSEN(l);
}
double productAndSum(double x) {
  double l = huge(x) * x + x;
  return CHOSEN(l);
}
double fused(double x) {
  double l = fma(huge(x), x, x);
  return CHOSEN(l);
}
double sine(double x) {
  double l = sin(huge(x));
  return CHOSEN(l);
}
double cosine(double x) {
  double l = cos(huge(x));
  return CHOSEN(l);
}
double both(double x) {
  double s, c;
  __builtin_sincos(huge(x), &s, &c);
  return CHOSEN(s * c);
}
double root(double x) {
  double l = sqrt(x - 2); // not a number
  return CHOSEN(l);
}
NOINLINE static double ownRoot(double x) { return exp(0.5 * log(x)); }
void *__enzyme_function_like_ownRoot[2] = {(void *)ownRoot, "sqrt"};
double likeRoot(double x) {
  double l = ownRoot(x - 2); // not a number
  return CHOSEN(l);
}
double logarithm(double x) {
  double l = log(x - 1);
  return CHOSEN(l);
}
double exponential(double x) {
  double l = exp(2000 * x);
  return CHOSEN(l);
}
double powerOfTwo(double x) {
  double l = exp2(2000 * x);
  return CHOSEN(l);
}
double power(double x) {
  double l = pow(x - 1, .5);
  return CHOSEN(l);
}
double wholePower(double x) {
  double l = __builtin_powi(huge(x), 2);
  return CHOSEN(l);
}
double inverseSine(double x) {
  double l = asin(x + 1);
  return CHOSEN(l);
}
double logarithmBesideOne(double x) {
  double l = log1p(-x);
  return CHOSEN(l);
}
double traced(double x) {
#pragma STDC FENV_ACCESS ON
  double l = huge(x) * x / (x - 1);
  return CHOSEN(l);
}
double tracedQuotient(double x) {
#pragma STDC FENV_ACCESS ON
  double l = x / (x - 1);
  return CHOSEN(l);
}
double tracedSum(double x) {
#pragma STDC FENV_ACCESS ON
  double l = huge(x) * x + x;
  return CHOSEN(l);
}
static volatile int two = 2;
double powerOfTheRun(double x) {
  double l = __builtin_powi(huge(x), two);
  return CHOSEN(l);
}
double inversePower(double x) {
  double l = __builtin_powi(x - 1, -1);
  return CHOSEN(l);
}
/// The same operations where they are chosen.
double regular(double x) { return asin(x * .3) * log(x + 2); }
double tracedRegular(double x) {
#pragma STDC FENV_ACCESS ON
  return exp(x * x) / (x + 3) - x * exp(x);
}
double tracedDifference(double x) {
#pragma STDC FENV_ACCESS ON
  double part = x - 0.25;
  return part * part;
}
CHECK_SCALAR(inversePower, 1);
CHECK_SCALAR(tracedSum, 1);
CHECK_SCALAR(powerOfTheRun, 1);
CHECK_SCALAR(tracedDifference, 1, -.5);
CHECK_SCALAR(regular, 1, -.5);
CHECK_SCALAR(tracedRegular, 1, -.5);
CHECK_SCALAR(quotient, 1);
CHECK_SCALAR(product, 1);
CHECK_SCALAR(productAndSum, 1);
CHECK_SCALAR(fused, 1);
CHECK_SCALAR(sine, 1);
CHECK_SCALAR(cosine, 1);
CHECK_SCALAR(both, 1);
CHECK_SCALAR(root, 1);
CHECK_SCALAR(likeRoot, 1);
CHECK_SCALAR(logarithm, 1);
CHECK_SCALAR(exponential, 1);
CHECK_SCALAR(powerOfTwo, 1);
CHECK_SCALAR(power, 1);
CHECK_SCALAR(wholePower, 1);
CHECK_SCALAR(inverseSine, 1);
CHECK_SCALAR(logarithmBesideOne, 1);
CHECK_SCALAR(traced, 1);
CHECK_SCALAR(tracedQuotient, 1);
