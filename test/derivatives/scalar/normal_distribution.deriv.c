// The density and distribution of the normal law, as statistics codes write them.
#include "check.h"

double density(double x, double sigma) {
  return exp(-0.5 * (x / sigma) * (x / sigma)) / (sigma * sqrt(2 * M_PI));
}
double distribution(double x, double sigma) { return 0.5 * erfc(-x / (sigma * M_SQRT2)); }

CHECK_SCALAR2(density, 0.5, 1.5, -2, 1);
CHECK_SCALAR2(distribution, 0.5, 1.5, -2, 1);
