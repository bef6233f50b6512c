// Memory of an arena, from an allocator that says it is new (attribute malloc): between the halves of a
// function's derivative its caller empties the arena, and the next call is given the same memory.
#include "check.h"

static double arena[64];
static int used;
__attribute__((malloc, noinline)) static double *take(int n) {
  double *memory = arena + used;
  used += n;
  return memory;
}
NOINLINE static double work(const double *x, int n) {
  double *w = take(n), sum = 0;
  for (int i = 0; i < n; i++)
    w[i] = x[i] * x[(i + 1) % n] + i;
  for (int i = 0; i < n; i++)
    sum += w[i] * w[n - 1 - i] * w[i];
  return sum;
}
static double emptied(const double *x) {
  double total = 0;
  used = 0;
  for (int n = 2; n < 6; n++) {
    double y = work(x, n);
    total += 0.01 * y * y;
    used = 0;
  }
  return total;
}
CHECK_FUNCTION(emptied, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);
