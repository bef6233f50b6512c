// Functions that call themselves: once, twice, and as a tail call.
#include "check.h"

static double power(double x, int n) {
  return n == 0 ? 1 : n % 2 ? x * power(x, n - 1) : power(x * x, n / 2);
}
static double fibonacci(double x, double y, int n) {
  return n == 0   ? x
         : n == 1 ? y
                  : fibonacci(x, y, n - 1) * 0.5 + fibonacci(x, y, n - 2) * fibonacci(x, y, n - 1);
}
static double horner(double x, int i, double r) { return i == 0 ? r : horner(x, i - 1, r * x + i); }
double powers(double x) { return power(x, 5); }
double tree(double x, double y) { return fibonacci(x, y, 5); }
double tail(double x) { return horner(x, 6, 1); }

CHECK_SCALAR(powers, 1.5, -0.5);
CHECK_SCALAR2(tree, 0.5, 0.75);
CHECK_SCALAR(tail, 0.5, -1.1);
