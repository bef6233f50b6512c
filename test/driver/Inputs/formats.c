// A warning and an error, in two lines.
struct One { double by_x; };
struct One __enzyme_autodiff_one(void *, ...);
double __enzyme_autodiff(void *, ...);
double model(double);
double product(double x, double y) { return x * y; }
double unknown(double x) { return model(x) * x; }
double ask(double x) {
  return __enzyme_autodiff_one((void *)product, x, x).by_x +
         __enzyme_autodiff((void *)unknown, x);
}
