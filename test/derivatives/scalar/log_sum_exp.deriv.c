// log-sum-exp with the maximum taken out.
#include "check.h"

double logSumExp(const double *x, int n) {
  double largest = x[0];
  for (int i = 1; i < n; i++)
    largest = x[i] > largest ? x[i] : largest;
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += exp(x[i] - largest);
  return largest + log(sum);
}

CHECK_FUNCTION_N(logSumExp, 4, 1, -2, 800, 799);
