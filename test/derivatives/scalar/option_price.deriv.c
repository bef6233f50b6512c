// The Black-Scholes call price: erfc, log, sqrt, exp in one formula; all five Greeks.
#include "check.h"

static double cumulative(double x) { return 0.5 * erfc(-x / M_SQRT2); }
double price(const double *p) { // spot, strike, rate, volatility, time
  const double spread = p[3] * sqrt(p[4]);
  const double d1 = (log(p[0] / p[1]) + (p[2] + 0.5 * p[3] * p[3]) * p[4]) / spread;
  return p[0] * cumulative(d1) - p[1] * exp(-p[2] * p[4]) * cumulative(d1 - spread);
}

CHECK_FUNCTION(price, 5, 100, 95, 0.03, 0.25, 0.75);
