// Bit-fields and booleans beside active members.
#include "check.h"
#include <stdbool.h>
typedef struct {
  unsigned kind : 3, level : 5;
  bool on;
  double value;
  char pad;
  double more;
} record;

double f(const double *x, int n) {
  record r[3];
  for (int i = 0; i < n; i++)
    r[i] =
        (record){.kind = (unsigned)i, .level = 7, .on = i != 1, .value = x[i] * x[i], .more = x[0]};
  double sum = 0;
  for (int i = 0; i < n; i++)
    if (r[i].on)
      sum += r[i].value * r[i].more * (r[i].kind + r[i].level);
  return sum;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
