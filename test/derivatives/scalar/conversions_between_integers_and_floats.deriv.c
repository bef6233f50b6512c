// Through an integer nothing flows; the factor beside it keeps its derivative.
#include "check.h"

double truncated(double x) { return x * (int)x + x * (unsigned char)x + (double)(long)x; }
double counted(double x) {
  double sum = 0;
  for (int i = 0; i < (int)x; i++)
    sum += x / (i + 1);
  return sum;
}

CHECK_SCALAR(truncated, 3.5, 1.25);
CHECK_SCALAR(counted, 3.5, 0.5);
