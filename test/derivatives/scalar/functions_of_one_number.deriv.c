// Gradients of functions of one number run forward where their reverse would keep iterations; not where the number, or what
// is computed of it, is in memory of others.
#include "check.h"

static int volatile many = 7;

double logisticMap(double x) {
  for (int k = 0; k < many; k++)
    x = 3.2 * x * (1 - x);
  return x;
}
CHECK_SCALAR(logisticMap, 0.3, 0.55, 0.9);

/// Kepler's equation, by Newton's iteration until it stands still.
double kepler(double m) {
  double e = m;
  for (int k = 0; k < 20; k++) {
    double step = (e - 0.4 * sin(e) - m) / (1 - 0.4 * cos(e));
    e -= step;
    if (fabs(step) < 1e-15)
      break;
  }
  return e;
}
CHECK_SCALAR(kepler, 0.3, 1.5, -2);

/// Values in a variable of its own.
double triangle(double x) {
  double row[9] = {1};
  for (int i = 1; i <= many; i++)
    for (int k = i; k > 0; k--)
      row[k] = row[k] * x + row[k - 1] * row[k - 1];
  return row[3] * row[5];
}
CHECK_SCALAR(triangle, 0.3, -0.8, 1.1);

/// What is not chosen is infinite.
double chosen(double x) {
  double y = exp(2000 * x);
  for (int k = 0; k < many; k++)
    y = y * y * 0.5 + 1;
  return x > 0.3 ? x * x : y;
}
CHECK_SCALAR(chosen, 0.5, -0.7);

/// The number is left in memory of the file's own.
static double left;
double leaves(double x) {
  left = 0;
  for (int k = 0; k < many; k++) {
    x = sin(x) + 0.1 * k;
    left += x * x;
  }
  return x;
}
double readsWhatIsLeft(double x) {
  double y = leaves(x);
  return y * left;
}
CHECK_SCALAR(readsWhatIsLeft, 0.3, -0.7);

/// Two of the three are numbers that carry derivative.
double ofTwo(double x, double y) {
  for (int k = 0; k < many; k++)
    x = sin(x) * y + 0.1 * k;
  return x;
}
CHECK_SCALAR2(ofTwo, 0.3, -0.7, 1.5, 0.5);

/// Called from a loop, with a seed that is known ahead in one case only.
NOINLINE static double curve(double x) {
  double y = x;
  for (int k = 0; k < many; k++)
    y = sin(y) * y + x;
  return y;
}
double sumOfCurves(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[n - 1 - i] * curve(x[i]);
  return sum;
}
double productOfCurves(const double *x, int n) {
  double product = 1;
  for (int i = 0; i < n; i++)
    product *= curve(x[i]);
  return product;
}
CHECK_FUNCTION_N(sumOfCurves, 3, 0.3, -0.7, 1.1);
CHECK_FUNCTION_N(productOfCurves, 3, 0.3, -0.7, 1.1);

/// What is read in memory of the file's own carries derivative, too.
static double factors[2];
NOINLINE static double withFactors(double x) {
  double y = x;
  for (int k = 0; k < many; k++)
    y = sin(y) * factors[k % 2] + x;
  return y;
}
double sumWithFactors(const double *x, int n) {
  double sum = 0;
  factors[0] = x[0] * x[1];
  factors[1] = x[2];
  for (int i = 0; i < n; i++)
    sum += x[n - 1 - i] * withFactors(x[i]);
  return sum;
}
CHECK_FUNCTION_N(sumWithFactors, 3, 0.3, -0.7, 1.1);
