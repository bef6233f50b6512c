// Loops with snapshots within another loop, whose arrays were allocated in the iteration before: by the same instruction as
// the array of this iteration, with the same size or another.
#include "check.h"
#include <stdlib.h>

#ifdef ENZYME_VERSION_MAJOR
void __enzyme_checkpoint(int);
#else
#define __enzyme_checkpoint(snapshots) ((void)0)
#endif
enum { N = 4, ROUNDS = 4 };

static void mix(double *p, int count, double rate) {
  for (int i = 0; i < count; i++)
    p[(i * 7) % count] += rate * p[i] * p[(i + 1) % count];
}
/// Allocated ahead of the loop, which works on the one before.
static double before(const double *x, int growth) {
  int count = 12;
  double sum = 0, *old = malloc(count * sizeof *old);
  for (int i = 0; i < count; i++)
    old[i] = x[i % N];
  for (int k = 0; k < ROUNDS; k++) {
    int next = 12 + growth * (k + 1);
    double *new = malloc(next * sizeof *new);
    for (int i = 0; i < next; i++)
      new[i] = 0.3 * x[i % N] * k + 0.1 * old[i % count];
    for (int t = 0; t < 6; t++) {
      __enzyme_checkpoint(2);
      mix(old, count, 0.02);
    }
    sum += old[3] * old[5];
    free(old);
    old = new;
    count = next;
  }
  free(old);
  return sum;
}
double sameSize(const double *x) { return before(x, 0); }
double growing(const double *x) { return before(x, 3); }
double shrinking(const double *x) { return before(x, -2); }
/// Allocated behind the loop, and not there at first.
double notThereAtFirst(const double *x) {
  double *p = NULL, sum = 0;
  for (int k = 1; k <= ROUNDS; k++) {
    if (p) {
      for (int t = 0; t < 6; t++) {
        __enzyme_checkpoint(2);
        mix(p, (k - 1) * 5, 0.05 * x[0]);
      }
      sum += p[3];
      free(p);
    }
    p = malloc(k * 5 * sizeof *p);
    for (int i = 0; i < k * 5; i++)
      p[i] = x[i % N] + 0.1 * k;
  }
  free(p);
  return sum;
}
CHECK_FUNCTION(sameSize, N, 0.3, -0.2, 0.5, 0.7);
CHECK_FUNCTION(growing, N, 0.3, -0.2, 0.5, 0.7);
CHECK_FUNCTION(shrinking, N, 0.3, -0.2, 0.5, 0.7);
CHECK_FUNCTION(notThereAtFirst, N, 0.3, -0.2, 0.5, 0.7);
