// An allocator with attribute `malloc` that gives the memory of an arena: emptied and asked again, it gives the
// same memory again, which the first use does not need any more, and its derivative does.
#include "check.h"

static double arena[64];
static int used;
__attribute__((malloc, noinline)) static double *take(int count) {
  double *found = arena + used;
  used += count;
  return found;
}
static void empty(void) { used = 0; }

double twice(const double *x) {
  empty();
  double *a = take(3);
  for (int i = 0; i < 3; i++)
    a[i] = x[i] * x[i];
  double first = a[0] * a[1] * a[2];
  empty();
  double *b = take(3);
  for (int i = 0; i < 3; i++)
    b[i] = first * x[i];
  return b[0] * b[1] + b[2] * b[2];
}
/// In rounds, each of which begins with an empty arena.
double rounds(const double *x) {
  double sum = 0;
  for (int round = 0; round < 3; round++) {
    empty();
    double *a = take(3), *b = take(2);
    for (int i = 0; i < 3; i++)
      a[i] = x[i] * (x[(i + round) % 3] + sum);
    b[0] = a[0] * a[1], b[1] = sin(a[2]);
    sum += b[0] * b[1] * a[1];
  }
  return sum;
}
CHECK_FUNCTION(twice, 3, 0.5, 1.25, -0.75);
CHECK_FUNCTION(rounds, 3, 0.5, 1.25, -0.75);
