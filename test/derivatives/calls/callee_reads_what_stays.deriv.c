// Kept functions whose arguments stay as they are until the reverse sweep, or do not: written
// behind the call, in the next iteration, by the call itself, through another pointer, by a kept
// function, in the caller's caller, freed, in a local array that is used again.
#include "check.h"

NOINLINE static double product(int n, const double *a, const double *x) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s = s * 0.5 + a[i] * x[i] * s;
  return s;
}
NOINLINE static void scale(int n, double *x, double by) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] * by + x[i] * x[i] * 0.1;
}

static double stays(const double *x, int n) {
  double s = 0.3;
  for (int k = 0; k < 3; k++)
    s += product(n, x, x) * s;
  return s;
}
CHECK_FUNCTION_N(stays, 4, 0.2, 1.1, -0.7, 0.4);

static double writtenBehind(const double *x, int n) {
  double t[8], s;
  for (int i = 0; i < n; i++)
    t[i] = x[i] * x[i];
  s = product(n, t, x);
  t[n - 1] *= s;
  return s * product(n, t, t);
}
CHECK_FUNCTION_N(writtenBehind, 4, 0.2, 1.1, -0.7, 0.4);

static double writtenNextTime(const double *x, int n) {
  double t[8], s = 0;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < n; i++)
      t[i] = k ? t[i] * x[i] + s : x[i];
    s += product(n, t, x);
  }
  return s;
}
CHECK_FUNCTION_N(writtenNextTime, 4, 0.2, 1.1, -0.7, 0.4);

static void writtenByTheCall(double *x) {
  scale(4, x, 0.9);
  scale(3, x + 1, product(4, x, x));
  scale(4, x, x[2]);
}
CHECK_INPLACE(writtenByTheCall, 4, 0.2, 1.1, -0.7, 0.4);

static double throughAnother(const double *x, int n) {
  double t[8];
  for (int i = 0; i < n; i++)
    t[i] = sin(x[i]);
  double *volatile hidden = t;
  double *other = hidden;
  double s = product(n, t, x);
  other[1] = s;
  return s + product(n, t, t);
}
CHECK_FUNCTION_N(throughAnother, 4, 0.2, 1.1, -0.7, 0.4);

NOINLINE static double twice(int n, const double *a, double *t) {
  double s = product(n, a, t);
  scale(n, t, s);
  return s * product(n, a, t);
}
static double inTheCaller(const double *x, int n) {
  double t[8], a[8];
  for (int i = 0; i < n; i++)
    t[i] = x[i] * 0.5, a[i] = x[i] + 1;
  double s = twice(n, a, t);
  a[0] *= s;
  s += twice(n, x, t);
  return s + twice(n, a, t);
}
CHECK_FUNCTION_N(inTheCaller, 4, 0.2, 1.1, -0.7, 0.4);

NOINLINE static double fresh(int n, const double *x) {
  double *t = (double *)malloc(n * sizeof *t), room[8];
  for (int i = 0; i < n; i++)
    t[i] = x[i] * x[n - 1 - i], room[i] = t[i] + i;
  double s = product(n, t, room);
  free(t);
  return s + product(n, room, x);
}
static double freed(const double *x, int n) { return fresh(n, x) * fresh(n - 1, x + 1); }
CHECK_FUNCTION_N(freed, 5, 0.2, 1.1, -0.7, 0.4, 0.8);

NOINLINE static double descends(int n, const double *x, double *work) {
  if (n == 0)
    return 1;
  double s = product(n, x, work);
  if (n % 2)
    work[0] += s;
  return s * 0.5 + descends(n - 1, x, work) * x[n - 1];
}
static double recursion(const double *x, int n) {
  double work[8];
  for (int i = 0; i < n; i++)
    work[i] = x[i];
  return descends(n, x, work) + descends(n - 1, x + 1, work);
}
CHECK_FUNCTION_N(recursion, 5, 0.2, 1.1, -0.7, 0.4, 0.8);

static double global[4];
NOINLINE static double ofGlobal(const double *x) {
  double s = product(4, global, x);
  global[2] = s * x[1];
  return s;
}
static double globals(const double *x) {
  for (int i = 0; i < 4; i++)
    global[i] = x[i] * x[i];
  return ofGlobal(x) + ofGlobal(x) * product(4, x, global);
}
CHECK_FUNCTION(globals, 4, 0.2, 1.1, -0.7, 0.4);
