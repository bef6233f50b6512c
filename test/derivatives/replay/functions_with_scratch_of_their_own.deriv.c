// Functions that allocate scratch, work in it and free it change nothing that their caller sees: calls of
// them run together with their reverse, or again. Functions that look alike do not.
#include "check.h"
#include <stdlib.h>

NOINLINE static double correlation(const double *x, int n) {
  double *work = malloc(n * sizeof *work), sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++)
      work[k] = sin(x[k] * x[i]);
    for (int k = 0; k < n; k++)
      sum += work[k] * work[n - 1 - k];
  }
  free(work);
  return sum * sum;
}

// All at once.
static double total(const double *x) {
  double sum = 0;
  for (int n = 2; n < 7; n++)
    sum += correlation(x, n) * n;
  return sum;
}
CHECK_FUNCTION(total, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);

// Its adjoint is not known ahead.
static double squares(const double *x) {
  double sum = 0;
  for (int n = 2; n < 7; n++) {
    double c = correlation(x, n);
    sum += 0.01 * (sin(0.1 * sum) * c + 0.1 * c * c);
  }
  return sum;
}
CHECK_FUNCTION(squares, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);

// One helper writes into scratch that the other one made.
NOINLINE static void fill(double *restrict work, const double *restrict x, int n) {
  for (int k = 0; k < n; k++)
    work[k] = x[k] * sin(x[n - 1 - k]);
}
NOINLINE static double filled(const double *x, int n) {
  double *work = malloc(n * sizeof *work), sum = 0;
  fill(work, x, n);
  for (int k = 1; k < n; k++)
    sum += work[k] * work[k - 1];
  free(work);
  return sum;
}
static double helped(const double *x) {
  double sum = 0;
  for (int n = 2; n < 7; n++)
    sum += filled(x, n);
  return sum * filled(x, 6);
}
CHECK_FUNCTION(helped, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);

// The last scratch is kept, and read by the next call.
static double *kept;
NOINLINE static double remembering(const double *x, int n) {
  double *work = calloc(8, sizeof *work), before = kept ? kept[n % 3] : 1;
  for (int k = 0; k < n; k++)
    work[k] = x[k] * before;
  free(kept);
  kept = work;
  return work[n / 2] * work[0];
}
static double history(const double *x) {
  double sum = 0;
  kept = NULL;
  for (int n = 2; n < 7; n++)
    sum += remembering(x, n) * n;
  free(kept);
  kept = NULL;
  return sum;
}
CHECK_FUNCTION(history, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);

// Scratch that is the caller's memory at times.
NOINLINE static double perhaps(double *x, int n, int inPlace) {
  double own[8], *work = inPlace ? x : own, sum = 0;
  for (int k = 0; k < n; k++)
    work[k] = x[k] * x[(k + 1) % n];
  for (int k = 0; k < n; k++)
    sum += work[k] * x[k];
  return sum;
}
static double places(const double *x) {
  double state[6], sum = 0;
  memcpy(state, x, sizeof state);
  for (int n = 2; n < 7; n++)
    sum += perhaps(state, n, n % 2);
  return sum + state[1];
}
CHECK_FUNCTION(places, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);

// Scratch with addresses in it, through which more than scratch is written.
struct node {
  double *value;
  struct node *next;
};
NOINLINE static double linked(double *x, int n) {
  struct node *nodes = malloc(n * sizeof *nodes);
  double sum = 0;
  for (int k = 0; k < n; k++)
    nodes[k] = (struct node){&x[k], &nodes[(k + 2) % n]};
  struct node *at = nodes;
  for (int k = 0; k < n; k++, at = at->next) {
    *at->value *= 1.1;
    sum += *at->value * *at->next->value;
  }
  free(nodes);
  return sum;
}
static double lists(const double *x) {
  double state[6], sum = 0;
  memcpy(state, x, sizeof state);
  for (int n = 2; n < 7; n++)
    sum += linked(state, n) * state[0];
  return sum;
}
CHECK_FUNCTION(lists, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);

// What it frees is its caller's.
NOINLINE static double last(double *handed, int n) {
  double y = handed[n - 1] * handed[0];
  free(handed);
  return y;
}
static double handedOver(const double *x) {
  double sum = 0;
  for (int n = 2; n < 7; n++) {
    double *copy = malloc(n * sizeof *copy);
    memcpy(copy, x, n * sizeof *copy);
    sum += last(copy, n);
  }
  return sum * sum;
}
CHECK_FUNCTION(handedOver, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);
