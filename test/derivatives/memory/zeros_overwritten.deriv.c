// Memory that is cleared, then written by a loop: all of it, less than is seen when compiling, with
// gaps, under conditions, up to a break, or not at all on some ways; then all of it is read.
#include "check.h"
enum { N = 6 };

static double sumOf(int n, const double *a, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (a[i] + 0.3) * (a[i] + x[i % N]);
  return sum;
}

NOINLINE static double upTo(int n, int count, int from, int step, const double *x) {
  double *a = calloc(n, sizeof *a), *b = malloc(n * sizeof *b);
  memset(b, 0, n * sizeof *b);
  for (int i = 0; i < count; i++)
    a[i] = x[i % N] * x[0];
  for (int i = from; i < count; i += step)
    b[i] = sin(x[i % N]);
  double sum = sumOf(n, a, x) * sumOf(n, b, x);
  free(a);
  free(b);
  return sum;
}
double all(const double *x) { return upTo(N, N, 0, 1, x); }
double allButOne(const double *x) { return upTo(N, N - 1, 0, 1, x); }
double fromOne(const double *x) { return upTo(N, N, 1, 1, x); }
double everySecond(const double *x) { return upTo(N, N, 0, 2, x); }
double none(const double *x) { return upTo(N, 0, 0, 1, x); }
double negative(const double *x) { return upTo(N, -3, 0, 1, x); }
CHECK_FUNCTION(all, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);
CHECK_FUNCTION(allButOne, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);
CHECK_FUNCTION(fromOne, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);
CHECK_FUNCTION(everySecond, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);
CHECK_FUNCTION(none, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);
CHECK_FUNCTION(negative, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);

typedef struct {
  double first, second, third;
} Three;
NOINLINE static double members(int n, int which, const double *x) {
  Three *a = calloc(n, sizeof *a);
  if (which)
    for (int i = 0; i < n; i++)
      a[i].first = x[i], a[i].third = x[i] * x[0];
  else
    for (int i = 0; i < n; i++)
      a[i].third = x[i], a[i].second = x[i] * x[1], a[i].first = cos(x[i]);
  double sum = sumOf(3 * n, &a->first, x);
  free(a);
  return sum;
}
double someMembers(const double *x) { return members(N, 1, x); }
double allMembers(const double *x) { return members(N, 0, x); }
CHECK_FUNCTION(someMembers, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);
CHECK_FUNCTION(allMembers, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);

NOINLINE static double conditions(int n, double limit, const double *x) {
  double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), *c = calloc(n, sizeof *c),
         *d = calloc(n, sizeof *d);
  for (int i = 0; i < n; i++)
    if (x[i] > limit)
      a[i] = x[i] * x[0];
  for (int i = 0; i < n; i++) {
    if (x[i] > 0.4)
      break;
    b[i] = x[i] * x[1];
  }
  if (limit > 5) // never, which is not known
    for (int i = 0; i < n; i++)
      c[i] = x[i];
  for (int i = 0; i < n; i++) // reads what is clear still
    d[i] = x[i] + d[(i + 1) % n];
  double sum = sumOf(n, a, x) + sumOf(n, b, x) * sumOf(n, c, x) * sumOf(n, d, x);
  free(a), free(b), free(c), free(d);
  return sum;
}
double underConditions(const double *x) { return conditions(N, 0.2, x); }
CHECK_FUNCTION(underConditions, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);

// The block of the iteration before is written, and the new one is read.
NOINLINE static double before(int n, int steps, const double *x) {
  double *last = calloc(n, sizeof *last), sum = 0;
  for (int s = 0; s < steps; s++) {
    double *next = calloc(n, sizeof *next);
    for (int i = 0; i < n; i++)
      last[i] = x[i] * (s + 1);
    sum += sumOf(n, next, x) * sumOf(n, last, x);
    free(last);
    last = next;
  }
  sum += sumOf(n, last, x);
  free(last);
  return sum;
}
double iterationBefore(const double *x) { return before(N, 3, x); }
CHECK_FUNCTION(iterationBefore, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);

// Variables whose lanes are cleared but for what is written at once.
NOINLINE static double variables(int n, const double *x) {
  double a[8] = {x[0]}, b[8] = {0};
  b[7] = x[1];
  for (int i = 1; i < n; i++)
    a[i] = a[(i * 3) % 7] * x[i] + b[7 - i % 3];
  return sumOf(8, a, x) + sumOf(8, b, x);
}
double ofVariables(const double *x) { return variables(N, x); }
CHECK_FUNCTION(ofVariables, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);
