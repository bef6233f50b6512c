// The log-likelihood of a small Gaussian mixture with log-sum-exp over components.
#include "check.h"
static const double data[6] = {0.1, 0.4, -1.2, 2.1, 1.9, -0.8};

double f(const double *p) { // three weights (logits), means, log deviations
  double total = 0, weightSum = 0;
  for (int k = 0; k < 3; k++)
    weightSum += exp(p[k]);
  for (int i = 0; i < 6; i++) {
    double term[3], largest = -1e30, sum = 0;
    for (int k = 0; k < 3; k++) {
      const double z = (data[i] - p[3 + k]) * exp(-p[6 + k]);
      term[k] = p[k] - p[6 + k] - 0.5 * z * z;
      if (term[k] > largest)
        largest = term[k];
    }
    for (int k = 0; k < 3; k++)
      sum += exp(term[k] - largest);
    total += largest + log(sum);
  }
  return total - 6 * log(weightSum);
}

CHECK_FUNCTION(f, 9, 0.1, -0.2, 0.3, 0.2, -1, 2, 0.1, -0.3, -0.5);
