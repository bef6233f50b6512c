// Local arrays of several lanes: walked by pointers, copied from and to the caller's, into each
// other and within themselves, cleared in part, freed where they may be null, of floats, of
// structures with and without other members, chosen by conditions, seen by kept functions.
#include "check.h"

static double walked(const double *x, int n) {
  double t[8], s = 0;
  double *p = t;
  for (int i = 0; i < n; i++)
    *p = sin(x[i]) + (i ? p[-1] : 0), p++;
  for (p = t; p != t + n; p++)
    s = 0.5 * s + *p * t[0];
  for (p = t + n; p != t;)
    s += *--p * x[1];
  return s;
}
CHECK_FUNCTION_N(walked, 5, 0.2, 1.1, -0.7, 0.4, 2.0);

static void copied(const double *x, double *y, int n) {
  double a[8], b[8];
  memcpy(a, x, n * sizeof(double));
  for (int i = 1; i < n; i++)
    a[i] = a[i] * a[i - 1];
  memcpy(b, a, sizeof b / 2);
  memcpy(b + 4, a, (n - 4) * sizeof(double));
  for (int i = 1; i < n; i++)
    b[i] = cos(b[i - 1]) + a[n - i] * b[i];
  memmove(b + 1, b, (n - 1) * sizeof(double));
  for (int i = 1; i < n; i++)
    b[i] += b[i - 1] * x[0];
  memcpy(y, b, n * sizeof(double));
}
CHECK_VECTOR_N(copied, 6, 6, 0.2, 1.1, -0.7, 0.4, 2.0, 0.9);

static void cleared(const double *x, double *y, int n) {
  double a[12];
  for (int i = 0; i < 12; i++)
    a[i] = x[i % n] * i;
  for (int i = 1; i < n; i++) {
    memset(a + i, 0, 2 * sizeof(double));
    a[i + 4] += a[i - 1] * a[11];
    y[i] = a[i + 3] * a[i + 4] + a[i];
  }
  y[0] = a[1] + a[n + 2];
}
CHECK_VECTOR_N(cleared, 5, 5, 0.2, 1.1, -0.7, 0.4, 2.0);

static double freed(const double *x, int n) {
  double *a = n > 3 ? (double *)malloc(n * sizeof(double)) : 0, s = 1;
  double *b = n > 4 ? (double *)calloc(n + 1, sizeof(double)) : 0;
  for (int i = 0; a && i < n; i++)
    a[i] = x[i] * x[n - 1 - i];
  for (int i = 0; a && b && i < n; i++)
    b[i] += a[n - 1 - i] * s, s = b[i] + 0.3 * b[n];
  for (int i = 1; a && i < n; i++)
    s = s * 0.7 + a[i] * a[i - 1];
  if (a)
    free(a);
  free(b);
  return s;
}
CHECK_FUNCTION_N(freed, 5, 0.2, 1.1, -0.7, 0.4, 2.0);

typedef struct {
  double at[3];
  double mass;
} Body;
typedef struct {
  double value;
  int count;
} Counted;
static double structures(const double *x, int n) {
  Body bodies[6], last;
  Counted counted[6];
  double s = 0;
  for (int i = 0; i < n; i++) {
    for (int c = 0; c < 3; c++)
      bodies[i].at[c] = x[i] * (c + 1) + (i ? bodies[i - 1].at[2 - c] : 0);
    bodies[i].mass = x[i] * x[i];
    counted[i].value = sin(x[i]), counted[i].count = i;
  }
  last = bodies[n - 2];
  for (int i = 0; i < n; i++) {
    const Body *b = &bodies[(i * 2) % n];
    if (b->mass > 0.5)
      last = *b;
    s = 0.9 * s + last.at[i % 3] * b->mass + counted[n - 1 - i].value * counted[i].count;
  }
  return s;
}
CHECK_FUNCTION_N(structures, 5, 0.2, 1.1, -0.9, 0.4, 1.3);

NOINLINE static double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = 0.5 * s + a[i];
  return s;
}
static double chosen(const double *x, int n) {
  double a[8], b[8], seen[8], s = 0;
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i], b[i] = exp(0.2 * x[i]), seen[i] = a[i] * b[i];
  for (int i = 0; i < n; i++) {
    double *one = x[i] > 0.3 ? a : b, *place = x[i] > 0 ? a + i : a;
    s = 0.5 * s + one[i] * one[0] + *place * b[n - 1 - i];
    *place *= 0.5;
    seen[i] += s;
  }
  return s * sum(seen, n) + sum(x, n);
}
CHECK_FUNCTION_N(chosen, 5, 0.2, 1.1, -0.7, 0.4, 2.0);

static double mixed(const double *x, int n) {
  float narrow[8];
  double wide_[8], s = 0;
  union {
    double d;
    char bytes[8];
  } u[4];
  for (int i = 0; i < n; i++)
    narrow[i] = (float)(0.5f * i), wide_[i] = x[i] * x[i];
  for (int i = 0; i < n; i++) {
    u[i % 4].d = wide_[i] * narrow[n - 1 - i];
    s = 0.4 * s + u[i % 4].d * wide_[n - 1 - i] + narrow[i] * x[0];
    wide_[(i * 3) % n] += s;
  }
  return s;
}
CHECK_FUNCTION_N(mixed, 5, 0.2, 1.1, -0.7, 0.4, 2.0);
