// A file makes pointers of functions that another one defines, or that call such: each is
// differentiated where it lies, though this file alone could have served its requests.
#include "check.h"
#include <enzyme/enzyme>

double cube(double x);
double outside(double x, const double *weights);
double helper(double x);
static double inside(double x, const double *weights) { return weights[0] * x * x; }
static double caller(double x, const double *weights) { return helper(x) * weights[1]; }
static double (*const operations[])(double, const double *) = {inside, outside, caller};

static double all(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += operations[i % 3](x[i], x + 1);
  return sum;
}
CHECK_FUNCTION_N(all, 5, 1, 2, 3, 0.5, -1);

CHECK_VALUES(handedToTheHeader) { EXPECT_CLOSE(enzyme::gradient(cube, 2.0), 12, 1e-12); }
