// Loops of unknown length, with ways out in the middle, in each other and in functions that
// are called; with the pragma and with the call.
#include "check.h"

#ifdef ENZYME_VERSION_MAJOR
void __enzyme_checkpoint(int);
#else
#define __enzyme_checkpoint(snapshots) ((void)0)
#endif
enum { N = 5 };

static void advance(double *s, double dt) {
  double a = s[0], b = s[1];
  for (int i = 0; i < N; i++) {
    double c = s[i];
    s[i] += dt * (a * c - 0.3 * b * sin(c));
    a = c;
  }
}
/// Runs until a sum of floats says so.
double untilLarge(const double *x) {
  double s[N], time = 0;
  for (int i = 0; i < N; i++)
    s[i] = x[i];
  while (time < 1) {
    __enzyme_checkpoint(3);
    advance(s, 0.05);
    time += 0.04 + 0.01 * x[0];
  }
  return s[0] * s[1] + s[2] * time;
}
/// The way out in the middle leaves half an iteration.
double leaves(const double *x) {
  double s[N];
  int t = 0;
  for (int i = 0; i < N; i++)
    s[i] = x[i];
#pragma enzyme checkpoint(2)
  for (;; t++) {
    advance(s, 0.1);
    if (s[0] > 1.5 || t == 40)
      break;
    s[0] += 0.06;
    if (t % 5 == 4)
      continue;
    s[1] = s[1] * 0.9 + s[3] * s[0];
  }
  return s[0] + s[1] * s[4] + t;
}
/// Both loops keep snapshots.
double nested(const double *x) {
  double s[N], sum = 0;
  for (int i = 0; i < N; i++)
    s[i] = x[i];
#pragma enzyme checkpoint(2)
  for (int t = 0; t < 6; t++) {
    double r[2] = {s[0], s[1]};
    for (int k = 0; k < t + 3; k++) {
      __enzyme_checkpoint(2);
      r[0] = r[0] * 0.9 + 0.1 * r[1] * r[1];
      r[1] += 0.05 * r[0] * x[k % N];
    }
    s[t % N] += r[1];
    sum += s[(t + 1) % N] * r[0];
  }
  return sum;
}
/// In a function that is called twice, from a loop that keeps all.
NOINLINE static double settle(double *s, int steps, double rate) {
  double last = 0;
#pragma enzyme checkpoint(steps / 3)
  for (int t = 0; t < steps; t++) {
    advance(s, rate);
    last = s[1] * s[0] - last * 0.5;
  }
  return last;
}
double inCallee(const double *x) {
  double s[N], sum = 0;
  for (int i = 0; i < N; i++)
    s[i] = x[i];
  for (int k = 0; k < 3; k++)
    sum += settle(s, 4 + 3 * k, 0.1 * x[k]) * s[1];
  return sum - settle(s, 5, 0.02);
}
/// do … while, an index that jumps, whole numbers that are handed on.
double jumps(const double *x) {
  double y[8] = {0};
  unsigned state = 5;
  int at = 0;
  y[0] = x[0];
#pragma enzyme checkpoint(3)
  do {
    state = state * 1103515245u + 12345u;
    int next = (at + 1 + (state >> 16) % 5) % 8;
    y[next] = y[next] * x[next % N] + y[at] * 1.1 + 0.1;
    at = next;
  } while ((state >> 20) % 23 != 7);
  return y[at] + y[1] * y[2];
}
/// Runge-Kutta of order four.
static void rate(const double *s, double *d) {
  d[0] = s[1];
  d[1] = (1 - s[0] * s[0]) * s[1] * s[2] - s[0];
  d[2] = 0.01 * s[0] * s[1];
}
double rungeKutta(const double *x) {
  double s[3] = {x[0], x[1], x[2]}, k1[3], k2[3], k3[3], k4[3], h[3], dt = 0.05 + 0.01 * x[3];
  for (int t = 0; t < 30; t++) {
    __enzyme_checkpoint(4);
    rate(s, k1);
    for (int i = 0; i < 3; i++)
      h[i] = s[i] + dt / 2 * k1[i];
    rate(h, k2);
    for (int i = 0; i < 3; i++)
      h[i] = s[i] + dt / 2 * k2[i];
    rate(h, k3);
    for (int i = 0; i < 3; i++)
      h[i] = s[i] + dt * k3[i];
    rate(h, k4);
    for (int i = 0; i < 3; i++)
      s[i] += dt / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return s[0] * s[1] + s[2];
}
/// Memory that an iteration allocates itself; constants that are written behind the loop.
double ownMemory(const double *x) {
  double s[N], c[2] = {x[0], 0.5};
  for (int i = 0; i < N; i++)
    s[i] = x[i];
#pragma enzyme checkpoint(2)
  for (int t = 0; t < 7; t++) {
    double *work = malloc(N * sizeof(double));
    for (int i = 0; i < N; i++)
      work[i] = s[i] * s[i] * c[i % 2];
    for (int i = 0; i < N; i++)
      s[i] = s[i] + 0.1 * work[N - 1 - i];
    free(work);
  }
  double before = c[0] * s[0];
  c[0] = s[1];
  c[1] = 7;
  return before + c[0] * s[2] + c[1];
}
/// Arrays that live for a part of the function only.
double scoped(const double *x) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    double a[N], b[N];
    for (int i = 0; i < N; i++) {
      a[i] = x[i] * (k + 1);
      b[i] = 0.5;
    }
#pragma enzyme checkpoint(2)
    for (int i = 1; i < N; i++) {
      b[i] = b[i] / (1 + a[i] * b[i - 1]);
      a[i] = a[i] - b[i] * a[i - 1];
    }
    sum += a[N - 1] * b[N - 2];
  }
  return sum;
}
/// The pragma and its loop are one statement.
double underCondition(const double *x) {
  double a = x[0];
  if (x[1] > 10)
#pragma enzyme checkpoint(2)
    for (int t = 0; t < 5; t++)
      a = a * a + x[1];
  else
#pragma enzyme checkpoint(2)
    for (int t = 0; t < 6; t++)
      a = 0.8 * a * a + x[2] * x[t % N];
  return a;
}

CHECK_FUNCTION(untilLarge, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION(leaves, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION(nested, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION(inCallee, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION(jumps, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION(rungeKutta, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION(ownMemory, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION(scoped, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION(underCondition, N, 0.3, -0.2, 0.5, 0.1, -0.4);
