// Functions that only pointers lead to use the library as others do: results through pointers, memory that grows, blocks
// of bytes, sorting, arguments without names.
// flags: -D_GNU_SOURCE
#include "check.h"
#include <stdarg.h>
#include <stdlib.h>

enum { N = 5 };
typedef double operation(const double *x);

static double parts(const double *x) {
  double whole, s, c;
  double fraction = modf(x[0] * 3, &whole);
  sincos(x[1], &s, &c);
  return fraction * s + c * whole;
}
static double grown(const double *x) {
  double *values = malloc(2 * sizeof *values), sum = 0;
  memcpy(values, x, 2 * sizeof *values);
  values = realloc(values, N * sizeof *values);
  memcpy(values + 2, x + 2, (N - 2) * sizeof *values);
  for (int i = 0; i < N; i++)
    sum += values[i] * values[i] * (i + 1);
  free(values);
  return sum;
}
static int ascending(const void *a, const void *b) {
  double d = *(const double *)a - *(const double *)b;
  return (d > 0) - (d < 0);
}
static double sorted(const double *x) {
  double values[N], sum = 0;
  memcpy(values, x, sizeof values);
  qsort(values, N, sizeof *values, ascending);
  for (int i = 0; i < N; i++)
    sum += values[i] * (i + 1);
  return sum;
}
static double total(int count, ...) {
  va_list list;
  double sum = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) {
    double next = va_arg(list, double);
    sum += next * next * (i + 1);
  }
  va_end(list);
  return sum;
}
static double unnamed(const double *x) { return total(3, x[0], x[1] * x[2], x[3]); }

static operation *volatile const table[] = {parts, grown, sorted, unnamed};
static double all(const double *x) {
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += table[i](x);
  return sum;
}
CHECK_FUNCTION(all, N, 0.3, 0.7, -0.4, 1.1, 0.9);
