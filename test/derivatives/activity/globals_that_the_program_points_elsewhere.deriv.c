// Global pointers with initial values that code outside of any derivative points at other constants and functions.
#include "check.h"

static const double defaults[] = {1, 2, 3};
static const double others[] = {-2, 0.5, 4};
static double ownTable[] = {5, 6, 7};
static double squared(double x) { return x * x; }
static double sine(double x) { return sin(x); }

struct operations {
  const char *name;
  double (*apply)(double);
  const double *coefficients;
};
static double (*chosen)(double) = squared;
static const double *coefficients = defaults;
static struct operations operations[] = {{"one", squared, defaults + 1}, {"two", sine, others}};

void f(const double *x, double *y) {
  y[0] = chosen(x[0]) * coefficients[1] + coefficients[2] * x[1];
  y[1] = operations[0].apply(x[1]) * operations[0].coefficients[0];
  y[2] = operations[1].apply(x[2]) * operations[1].coefficients[1] * x[0];
}
CHECK_VECTOR(f, 3, 3, 0.5, -1.25, 0.75);

__attribute__((constructor)) static void choose(void) {
  chosen = sine;
  coefficients = others;
  operations[0].apply = sine;
  operations[0].coefficients = ownTable + 1;
  operations[1].apply = squared;
  operations[1].coefficients = defaults;
}
