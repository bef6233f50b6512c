// Of many results, each of a loop of its own, one is chosen: the least, the greatest, the last
// that passes a test, two at once, one of those chosen before, none at all. And loops that look
// like that and are not: their results are also summed up, depend on each other, or change what
// they are made of.
#include "check.h"

enum { K = 5, D = 3 };
static const double centres[K * D] = {0.1, 0.5, -0.3, 0.9, 0.2, 0.4, -0.6, 0.8, 0.7, 0.3, -0.2, 0.6, 1.1, 0.4, -0.5};

static double squareTo(const double *x, int k) {
  double square = 0;
  for (int c = 0; c < D; c++)
    square += (x[c] - centres[k * D + c]) * (x[c] - centres[k * D + c]);
  return square;
}

static void least(const double *x, double *y) {
  double nearest = 0, furthest = -1;
  int best = -1, worst = -1;
  for (int k = 0; k < K; k++) {
    double square = squareTo(x, k);
    if (k == 0 || square < nearest)
      nearest = square, best = k;
    if (square > furthest)
      furthest = square, worst = k;
  }
  y[0] = nearest * x[best % D];
  y[1] = sqrt(furthest) + worst;
}
CHECK_VECTOR(least, D, 2, 0.4, 0.7, -0.3, -0.5, 0.9, 0.6, 1.0, 0.1, 0.3);

/* What stands before the loop remains where none is chosen. */
static void limited(const double *x, double *y) {
  double limit = x[3] * x[3], at = x[0];
  for (int k = 0; k < K; k++) {
    double square = squareTo(x, k);
    limit = square < limit ? square : limit;
    if (!(square < 0.5))
      continue;
    at = exp(-square);
  }
  y[0] = limit;
  y[1] = at;
}
CHECK_VECTOR(limited, 4, 2, 0.4, 0.7, -0.3, 0.2, 0.4, 0.7, -0.3, 2.0, 3.0, 4.0, 5.0, 0.7);

/* For each of several rows, of those that are in use. */
static void rows(const double *x, double *y, int n) {
  static const int used[K] = {1, 0, 1, 1, 0};
  for (int i = 0; i < n; i++) {
    double best = -10;
    for (int k = 0; k < K; k++) {
      double value = 0;
      if (used[k])
        for (int c = 0; c <= i; c++)
          value += sin(x[c] * centres[k * D + c % D]);
      else
        value = -20;
      best = fabs(value) > best ? fabs(value) : best;
    }
    y[i] = best * x[i];
  }
}
CHECK_VECTOR_N(rows, 4, 4, 0.4, 0.7, -0.3, 1.2);

/* A choice among choices. */
static double matrix(const double *x) {
  double least = 1e9;
  for (int i = 0; i < D; i++) {
    double most = -1e9;
    for (int k = 0; k < K; k++) {
      double sum = 0;
      for (int c = 0; c < D; c++)
        sum += x[(i + c) % D] * centres[k * D + c] * x[c];
      most = sum > most ? sum : most;
    }
    least = most < least ? most : least;
  }
  return least;
}
CHECK_FUNCTION(matrix, D, 0.4, 0.7, -0.3, 1.5, -0.6, 0.9);

static void alsoSummed(const double *x, double *y) {
  double nearest = 1e9, sum = 0;
  for (int k = 0; k < K; k++) {
    double square = squareTo(x, k);
    sum += square;
    nearest = square < nearest ? square : nearest;
  }
  y[0] = nearest;
  y[1] = sum;
}
CHECK_VECTOR(alsoSummed, D, 2, 0.4, 0.7, -0.3);

static void dependent(const double *x, double *y) {
  double nearest = 1e9, previous = 0;
  for (int k = 0; k < K; k++) {
    double square = squareTo(x, k) + 0.3 * previous;
    previous = square * x[0];
    nearest = square < nearest ? square : nearest;
  }
  y[0] = nearest;
  double moving = x[1];
  for (int k = 0; k < K; k++) { /* what was chosen so far is used */
    double square = squareTo(x, k) * moving;
    moving = square < moving ? square : moving;
  }
  y[1] = moving;
}
CHECK_VECTOR(dependent, D, 2, 0.4, 0.7, -0.3);

/* The places that are read are overwritten behind the loop, and in it. */
static void overwritten(const double *x, double *y) {
  double place[D], trace[K];
  memcpy(place, x, sizeof place);
  double total = 0;
  for (int step = 0; step < 3; step++) {
    double nearest = 1e9;
    for (int k = 0; k < K; k++) {
      double square = squareTo(place, k);
      nearest = square < nearest ? square : nearest;
      trace[k] = nearest;
    }
    total += nearest * trace[step];
    for (int c = 0; c < D; c++)
      place[c] = place[c] * 0.7 + 0.1 * nearest;
  }
  double most = 0;
  for (int k = 0; k < K; k++) {
    double square = squareTo(place, k);
    most = square > most ? square : most;
    place[0] += 0.1;
  }
  y[0] = total;
  y[1] = most;
}
CHECK_VECTOR(overwritten, D, 2, 0.4, 0.7, -0.3);
