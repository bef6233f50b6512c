// An American put by backward induction in one array, the exercise decided by a maximum.
#include "check.h"

double f(const double *p) { // spot, strike, rate, volatility
  enum { Steps = 12 };
  double value[Steps + 1];
  const double dt = 1.0 / Steps, up = exp(p[3] * sqrt(dt)), down = 1 / up,
               discount = exp(-p[2] * dt);
  const double q = (exp(p[2] * dt) - down) / (up - down);
  for (int i = 0; i <= Steps; i++)
    value[i] = fmax(p[1] - p[0] * pow(up, 2 * i - Steps), 0);
  for (int n = Steps - 1; n >= 0; n--)
    for (int i = 0; i <= n; i++) {
      const double hold = discount * (q * value[i + 1] + (1 - q) * value[i]);
      const double exercise = p[1] - p[0] * pow(up, 2 * i - n);
      value[i] = hold > exercise ? hold : exercise;
    }
  return value[0];
}

CHECK_FUNCTION(f, 4, 100.3, 97.1, 0.05, 0.3);
