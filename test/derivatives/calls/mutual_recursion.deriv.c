// Two functions that call each other.
#include "check.h"

static double odd(double x, int n);
static double even(double x, int n) { return n == 0 ? x : odd(x * x, n - 1) + x; }
static double odd(double x, int n) { return n == 0 ? 1 : sin(even(x + 1, n - 1)) * x; }
double f(double x) { return even(x, 4) + odd(x, 3); }

CHECK_SCALAR(f, 0.5, -0.75);
