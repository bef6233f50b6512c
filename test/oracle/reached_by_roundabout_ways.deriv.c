// Places that are reached through globals, callbacks and variadic calls.
#include "check.h"
#include <stdarg.h>

static double *current;
NOINLINE static void add(double value) { *current += value; }
double behind_a_global(double x) {
  double sum = 0;
  current = &sum;
  add(x * x);
  add(x);
  return sum;
}
CHECK_SCALAR(behind_a_global, 1.5, -2);

static int byValue(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
double sorted(const double *x) {
  double y[4];
  for (int i = 0; i < 4; i++)
    y[i] = x[i] * x[i];
  qsort(y, 4, sizeof *y, byValue);
  return y[0] + 2 * y[1] + 3 * y[2] + 4 * y[3];
}
CHECK_FUNCTION(sorted, 4, 3, 1, 4, 2);

struct pair {
  float a;
  int b;
};
static double weighed(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += (i + 1) * va_arg(list, double);
  struct pair pair = va_arg(list, struct pair);
  sum += pair.a * pair.b + (double)va_arg(list, long double);
  va_end(list);
  sum *= va_arg(again, double);
  va_end(again);
  return sum;
}
double variadic(double x) {
  struct pair pair = {1, 2};
  return weighed(10, x, x * x, 1., x, x, x, x, x, x * x, sin(x), pair, (long double)x * x);
}
CHECK_SCALAR(variadic, 1.5, -2);

static double (*const table[])(double) = {sin, exp, tanh};
double through_a_table(double x) {
  double y = x;
  for (int i = 0; i < 3; i++)
    y = table[i](y);
  return y;
}
CHECK_SCALAR(through_a_table, 0.5, -1);

double grown(double x) {
  double *list = malloc(sizeof *list);
  list[0] = x;
  for (int i = 1; i < 50; i++) {
    list = realloc(list, (i + 1) * sizeof *list);
    list[i] = list[i - 1] * x + 1;
  }
  double last = list[49];
  free(list);
  double *fresh = malloc(sizeof *fresh); // memory that held tangents holds none now
  *fresh = 2;
  last *= *fresh;
  free(fresh);
  return last;
}
CHECK_SCALAR(grown, 0.5, -0.75);
