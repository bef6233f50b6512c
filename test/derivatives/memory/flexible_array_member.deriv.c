// A header with a flexible array member, one allocation.
#include "check.h"
typedef struct {
  int length;
  double scale;
  double values[];
} block;

double f(const double *x, int n) {
  block *b = (block *)malloc(sizeof(block) + sizeof(double) * (size_t)n);
  b->length = n;
  b->scale = x[0];
  for (int i = 0; i < n; i++)
    b->values[i] = x[i] * b->scale;
  double sum = 0;
  for (int i = 0; i < b->length; i++)
    sum += b->values[i] * b->values[i];
  free(b);
  return sum;
}

CHECK_FUNCTION_N(f, 3, 1.5, -2, 3);
