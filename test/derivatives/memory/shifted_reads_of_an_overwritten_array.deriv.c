// A loop that reads one array at several places a few iterations apart, and an array that is
// overwritten afterwards: upwards, downwards, by steps, among structures, in loops that run
// once, and where the places in front of the first may not be read.
#include "check.h"

enum { N = 9 };

/* Arrays of their own size: what lies in front of and behind them is not ours. */
static double *copyOf(const double *x, int n) {
  double *copy = malloc(n * sizeof *copy);
  memcpy(copy, x, n * sizeof *copy);
  return copy;
}

NOINLINE static void ring(const double *a, double *slope, int n) {
  for (int i = 2; i < n - 1; i++)
    slope[i] = (a[i + 1] - a[i - 2]) * a[i - 1] - a[i];
}

static void upwards(const double *x, double *y) {
  double *a = copyOf(x, N), slope[N] = {0};
  for (int step = 0; step < 3; step++) {
    ring(a, slope, N);
    for (int i = 0; i < N; i++)
      a[i] += 0.1 * slope[i];
  }
  memcpy(y, a, sizeof slope);
  free(a);
}
CHECK_VECTOR(upwards, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

static void downwards(const double *x, double *y) {
  memset(y, 0, N * sizeof *y);
  double *a = copyOf(x, N);
  for (int step = 0; step < 2; step++) {
    for (int i = N - 3; i >= 1; i--)
      y[i] = a[i - 1] * a[i + 2] * a[i];
    for (int i = 1; i < N - 2; i++)
      a[i] = sin(y[i]);
  }
  free(a);
}
CHECK_VECTOR(downwards, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

/* By twos; the odd places are another family. */
static void bySteps(const double *x, double *y) {
  memset(y, 0, N * sizeof *y);
  double *a = copyOf(x, N);
  for (int step = 0; step < 2; step++) {
    for (int i = 2; i < N - 2; i += 2)
      y[i] = a[i - 2] * a[i + 2] + a[i - 1] * a[i + 1] * a[i];
    for (int i = 2; i < N - 2; i += 2)
      a[i] = y[i] + a[i + 1], a[i + 1] *= y[i];
  }
  free(a);
}
CHECK_VECTOR(bySteps, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

typedef struct {
  double re, im;
} pair;

static void structures(const double *x, double *y) {
  memset(y, 0, 4 * sizeof *y);
  pair *a = malloc(4 * sizeof *a);
  for (int i = 0; i < 4; i++)
    a[i] = (pair){x[2 * i], x[2 * i + 1]};
  for (int step = 0; step < 2; step++) {
    for (int i = 1; i < 3; i++)
      y[i] = a[i - 1].re * a[i + 1].re - a[i].im * a[i - 1].im;
    for (int i = 0; i < 4; i++)
      a[i].re += y[i] * a[i].im, a[i].im *= 0.5;
  }
  free(a);
}
CHECK_VECTOR(structures, 8, 4, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5);

/* One iteration, and none. */
NOINLINE static void between(const double *a, double *y, int from, int to) {
  for (int i = from; i < to; i++)
    y[i] += a[i - 3] * a[i + 3] * a[i];
}
static void seldom(const double *x, double *y) {
  memset(y, 0, 7 * sizeof *y);
  double *a = copyOf(x, 7);
  for (int step = 0; step < 3; step++) {
    between(a, y, 3, 3 + step % 2);
    a[step] *= y[3] + 0.5;
    a[6] += y[3];
  }
  free(a);
}
CHECK_VECTOR(seldom, 7, 7, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9);

/* The first iterations do not read what the others do. */
static void guarded(const double *x, double *y) {
  double *a = copyOf(x, 5);
  for (int step = 0; step < 2; step++) {
    for (int i = 0; i < 5; i++) {
      double before = i >= 2 ? a[i - 2] : 1;
      y[i] = before * a[i] * a[i];
    }
    for (int i = 0; i < 5; i++)
      a[i] = 0.5 * y[i] + 0.1;
  }
  free(a);
}
CHECK_VECTOR(guarded, 5, 5, 0.4, 0.7, -0.3, 1.1, 0.2);

/* What is read behind was written in the loop; what is read ahead was not. */
static void relaxed(const double *x, double *y) {
  double *a = copyOf(x, N);
  for (int step = 0; step < 2; step++)
    for (int i = 1; i < N - 1; i++)
      a[i] = a[i - 1] * a[i + 1] + 0.3 * a[i] * a[i];
  memcpy(y, a, N * sizeof *a);
  free(a);
}
CHECK_VECTOR(relaxed, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

/* Rows of a matrix, the inner loop's start moves with the outer's. */
static void rows(const double *x, double *y) {
  memset(y, 0, N * sizeof *y);
  double *a = copyOf(x, N);
  for (int step = 0; step < 2; step++) {
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 2; c++)
        y[3 * r + c] += a[3 * r + c] * a[3 * r + c + 1];
    for (int i = 0; i < N; i++)
      a[i] *= 1 + y[i];
  }
  free(a);
}
CHECK_VECTOR(rows, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

/* Integers choose, and are overwritten too. */
static void integers(const double *x, double *y) {
  memset(y, 0, 5 * sizeof *y);
  int kind[6] = {2, 0, 1, 2, 1, 0};
  for (int step = 0; step < 2; step++) {
    for (int i = 0; i < 5; i++)
      y[i] += x[kind[i]] * x[kind[i + 1] + 1];
    for (int i = 0; i < 6; i++)
      kind[i] = (kind[i] + 1) % 3;
  }
}
CHECK_VECTOR(integers, 4, 5, 0.4, 0.7, -0.3, 1.1);

/* The loop may end before the array is read: in its first iteration there may be none. */
NOINLINE static double untilEnough(const double *a, double *y, const double *x, int n) {
  double sum = 0;
  for (int i = 0;; i++) {
    double p = x[0] + i, q = x[1] * i, r = x[2] - i; /* too much to be done twice */
    sum += sin(p * q) * cos(q - r) + exp(-p * p) * sqrt(1 + r * r) + p * q * r;
    sum += sin(p + q) * cos(q + r) + exp(-q * q) * sqrt(1 + p * p) - p * r * r;
    if (i >= n)
      break;
    y[i] += a[i + 3] * a[i] * sum;
  }
  return sum;
}
static void endsEarly(const double *x, double *y) {
  memset(y, 0, 4 * sizeof *y);
  double *none = copyOf(x, 1), *a = copyOf(x, 5);
  y[3] = untilEnough(none, y, x, 0) * none[0];
  none[0] = 0;
  free(none);
  for (int step = 0; step < 2; step++) {
    y[3] += untilEnough(a, y, x, 2 - step);
    a[step] *= y[0];
    a[step + 3] += y[1];
  }
  free(a);
}
CHECK_VECTOR(endsEarly, 5, 4, 0.4, 0.7, -0.3, 1.1, 0.2);
