// A variadic function that returns a structure through memory, given text and pointers to numbers.
#include "check.h"
#include <stdarg.h>
#include <stdlib.h>

struct Sums {
  double first, second, third, fourth;
};

__attribute__((noinline)) static struct Sums sums(const char *names, ...) {
  va_list list;
  va_start(list, names);
  struct Sums result = {0, 0, 0, 0};
  for (; *names; names++) {
    const double *values = va_arg(list, const double *);
    double factor = va_arg(list, double);
    result.first += values[0] * factor;
    result.second += values[1] * values[0];
    result.third += values[2] * factor * factor;
    result.fourth = values[3];
  }
  va_end(list);
  return result;
}

double f(const double *x) {
  char names[4] = "ab";
  double *scaled = (double *)malloc(4 * sizeof(double));
  for (int i = 0; i < 4; i++)
    scaled[i] = x[i] * x[0];
  struct Sums all = sums(names, x, x[1], scaled, x[2]);
  free(scaled);
  return all.first * all.second + all.third * all.fourth;
}

CHECK_FUNCTION(f, 4, 0.5, -1.5, 0.75, 1.25);
