// tgamma and lgamma; their derivatives need the digamma function.
#include "check.h"

double trueGamma(double x) { return tgamma(x); }
double logGamma(double x) { return lgamma(x); }

CHECK_SCALAR(trueGamma, 0.5, 1, 4.5, -1.5);
CHECK_SCALAR(logGamma, 0.5, 1, 20.5, -1.5);
