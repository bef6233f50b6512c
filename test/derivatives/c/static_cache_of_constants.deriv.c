// Tables filled once on first use and read from then on.
#include "check.h"

static double factorials[10];
static int isFilled = 0;
static double *heapTable = NULL;

static double factorial(int n) {
  if (!isFilled) {
    factorials[0] = 1;
    for (int i = 1; i < 10; i++)
      factorials[i] = factorials[i - 1] * i;
    isFilled = 1;
  }
  return factorials[n];
}

static double weight(int n) {
  if (!heapTable) {
    heapTable = malloc(10 * sizeof(double));
    for (int i = 0; i < 10; i++)
      heapTable[i] = 1.0 / (i + 1);
  }
  return heapTable[n];
}

double f(const double *x) {
  double r = 0, power = 1;
  for (int i = 0; i < 10; i++) {
    r += power / factorial(i) * weight(i);
    power *= x[0];
  }
  return r * x[1];
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
