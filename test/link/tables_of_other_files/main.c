// Functions come out of tables that other files define; this file names none of them, and
// nothing else in it wants another file.
#include "check.h"

struct model {
  const char *name;
  double (*value)(double, double);
};
struct operations {
  int count;
  void (*run[2])(double *, int);
};
extern const struct model models[];
extern const struct operations *current;

static double chosen(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += models[i % 2].value(x[i], x[(i + 1) % n]);
  return sum;
}
CHECK_FUNCTION_N(chosen, 4, 1, 2, 0.5, -1);

static double behindAPointer(const double *x, int n) {
  double copy[4], sum = 0;
  for (int i = 0; i < n; i++)
    copy[i] = x[i];
  for (int i = 0; i < current->count; i++)
    current->run[i](copy, n);
  for (int i = 0; i < n; i++)
    sum += copy[i];
  return sum;
}
CHECK_FUNCTION_N(behindAPointer, 4, 1, 2, 0.5, -1);
