// A numerically careful softplus and logistic, as machine learning codes write them.
#include "check.h"

double softplus(double x) { return x > 30 ? x : x < -30 ? exp(x) : log1p(exp(x)); }
double logistic(double x) { return x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x)); }

CHECK_SCALAR(softplus, 0, 2, -2, 40, -40);
CHECK_SCALAR(logistic, 0.5, 2, -2, 40);
