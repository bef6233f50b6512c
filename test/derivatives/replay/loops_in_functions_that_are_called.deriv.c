// Loops in functions that are not inlined: the two halves of their derivatives are functions of their own,
// and iterations run again in the second one, where nothing changed what they read.
#include "check.h"
#include <stdlib.h>

// Scratch in memory that the function makes itself, and the square of the sum: nothing is known ahead.
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

static double once(const double *x) { return correlation(x, 6) * x[0]; }
CHECK_FUNCTION(once, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);

// The caller changes what the function read: nothing may run again.
static double changing(const double *x) {
  double state[6], sum = 0;
  memcpy(state, x, sizeof state);
  for (int step = 0; step < 4; step++) {
    double c = correlation(state, 6);
    sum += c;
    for (int i = 0; i < 6; i++)
      state[i] += 0.01 * c * x[i];
  }
  return sum;
}
CHECK_FUNCTION(changing, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);

// Only what the function does not read is changed.
static double besides(const double *x) {
  double total[4], sum = 0;
  for (int step = 0; step < 4; step++) {
    total[step] = correlation(x, 6) * (step + 1);
    sum += total[step] * total[step / 2];
  }
  return sum;
}
CHECK_FUNCTION(besides, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);

// Variables without derivative are gone when the second half runs: a table that is filled before the
// loop, and one that each iteration fills.
NOINLINE static double weighted(const double *x, int n) {
  double table[8], own[8], sum = 0;
  for (int k = 0; k < 8; k++)
    table[k] = cos(0.3 * k);
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < 8; k++)
      own[k] = sqrt(1.0 + k * i);
    for (int k = 0; k < 8; k++)
      t = 0.3 * sin(t * own[k]) + 0.2 * table[k] * t * t;
    sum += t;
  }
  return sum * sum;
}

// Fills the stack, where such variables were.
NOINLINE static double others(double y) {
  volatile double rest[64];
  for (int k = 0; k < 64; k++)
    rest[k] = y * k;
  return rest[7] * rest[3];
}

static double tables(const double *x) {
  double a = weighted(x, 6), b = others(x[1]);
  return a * b + weighted(x, 3);
}
CHECK_FUNCTION(tables, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);

// One of two arrays is handed on, the other one only written: the second run leaves that out.
NOINLINE static void squares(const double *restrict x, double *restrict y, double *restrict last, int n) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * (t + k);
    y[i] = t;
    *last = t * t;
  }
}
static double written(const double *x) {
  double y[6], last, sum = 0;
  squares(x, y, &last, 6);
  for (int i = 0; i < 6; i++)
    sum += y[i] * y[i] * last;
  squares(y, y + 3, &last, 3);
  return sum + last * y[4];
}
CHECK_FUNCTION(written, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);

// What the loop writes is changed and read behind it: a second run of the reverse half must find it.
static double staged(const double *x, int n) {
  double *a = malloc((n + 1) * sizeof *a), *own = malloc(n * sizeof *own), sum = 0;
  memcpy(own, x, n * sizeof *own);
  a[0] = 0.2;
  for (int i = 0; i < n; i++) {
    double t = own[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * (t + k);
    a[i + 1] = t;
  }
  for (int i = n; i > 0; i--)
    a[i] = a[i] * a[i - 1] + x[i - 1];
  for (int i = 0; i < n; i++)
    sum += a[i + 1] * a[i] * a[i];
  free(a);
  free(own);
  return sum;
}
static double stages(const double *x) { return staged(x, 6) * staged(x, 3); }
CHECK_FUNCTION(stages, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);

// Numbers in a table of the program that somebody changes between the halves.
static double factors[6] = {1, 0.5, 0.3, 0.2, 0.1, 0.7};
NOINLINE static double scaled(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t * factors[k]) * (t + factors[n - 1 - k]);
    sum += t;
  }
  return sum * sum;
}
static double global(const double *x) {
  double sum = scaled(x, 6);
  double before = factors[2];
  factors[2] = 0.9;
  sum += scaled(x, 6) * x[0];
  factors[2] = before;
  return sum;
}
CHECK_FUNCTION(global, 6, 0.4, 1.2, -0.7, 0.9, 0.3, -1.1);
