// Equations in two files that both have the header, with functions of a third one.
#include "check.h"
#include <enzyme/implicit.h>

void balance(int n, const double *x, int np, const double *p, double *r);
double rest(double a, double b);
double grown(double rate);

static double both(double a, double b) {
  double x[2] = {1, 1};
  const double p[2] = {a, b};
  enzyme_root(balance, 0, 2, x, 2, p);
  return x[0] * rest(x[1], a) + grown(b);
}
CHECK_SCALAR2(both, 0.7, 1.2);
CHECK_SCALAR2(rest, 0.7, 0.6);
