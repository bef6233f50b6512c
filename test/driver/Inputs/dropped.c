// The derivative has two values, the declared result one.
double __enzyme_autodiff(void *, ...);
static double product(double x, double y) { return x * y; }
double g(double x, double y) { return __enzyme_autodiff((void *)product, x, y); }
