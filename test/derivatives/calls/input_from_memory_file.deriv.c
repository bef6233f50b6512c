// Reading and writing a stdio stream inside the function; the numbers read are constants.
#define _GNU_SOURCE
#include "check.h"

double f(const double *x, int n) {
  char text[] = "3 1 4";
  FILE *file = fmemopen(text, sizeof text, "r");
  double sum = 0;
  int k;
  for (int i = 0; i < n && fscanf(file, "%d", &k) == 1; i++)
    sum += k * x[i] * x[i];
  fclose(file);
  return sum;
}

CHECK_FUNCTION_N(f, 3, 2, -1.5, 0.75);
