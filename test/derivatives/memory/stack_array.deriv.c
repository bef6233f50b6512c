// A local array, written and read in different loops.
#include "check.h"

double f(double x) {
  double powers[8];
  powers[0] = 1;
  for (int i = 1; i < 8; i++)
    powers[i] = powers[i - 1] * x;
  double sum = 0;
  for (int i = 0; i < 8; i++)
    sum += powers[i] / (i + 1);
  return sum;
}

CHECK_SCALAR(f, 0.75, -1.5);
