// What an inner loop keeps lies behind what the loop around it keeps, for all its runs at once, where it is known ahead how
// much that is: also where none of the runs comes, where the loops are three deep, and beside loops of which it is not known.
#include "check.h"

enum { N = 12 };
#define POINT 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6, 0.1, 1.2, -0.2

NOINLINE static void rows(double *y, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      y[k] = sin(y[k] * y[i]);
}
static void plain(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  rows(y, 3, N);
  rows(y, N, 2);
  rows(y, N, 1);
}
CHECK_VECTOR(plain, N, N, POINT);

/* The number of iterations means nothing where the loop is passed by. */
NOINLINE static void exactly(double *y, int n, int m) {
  for (int i = 0; i < n; i++) {
    int k = 0;
    do
      y[k] = sin(y[k] * y[i]);
    while (++k != m);
  }
}
static void passedBy(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  rows(y, 5, -3);
  rows(y, 5, 0);
  rows(y, -1, 4);
  rows(y, 0, -2147483647);
  exactly(y, 3, 4);
  exactly(y, 0, -3);
}
CHECK_VECTOR(passedBy, N, N, POINT);

/* Two behind each other, of several sizes of elements; one of them runs where the caller wants it. */
NOINLINE static void several(double *y, int n, int m, int l, int wanted) {
  double scale[N];
  memcpy(scale, y, sizeof scale);
  for (int i = 0; i < n; i++) {
    double largest = y[0];
    for (int k = 1; k < m; k++)
      if (y[k] > largest)
        largest = y[k];
    if (wanted)
      for (int k = 0; k < l; k++)
        scale[k] = scale[k] * scale[(k + 1) % N] + 0.5;
    for (int k = 0; k < m; k++)
      y[k] = exp(y[k] - largest) * scale[i] + 0.1 * y[(k + 5) % N];
    if (wanted > 1 && l > 2)
      for (int k = 0; k < m - 1; k++)
        y[k + 1] = cos(y[k] * y[k + 1]);
  }
}
static void mixed(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  several(y, 5, 7, 3, 1);
  several(y, 4, 5, 1, 2);
  several(y, 3, 7, 3, 2);
  several(y, 3, 3, -5, 1);
  several(y, 3, 7, 1 << 30, 0);
}
CHECK_VECTOR(mixed, N, N, POINT);

/* Three deep: all known ahead; the innermost one's length differs; the middle one's does. */
NOINLINE static void cube(double *y, int n, int m, int l) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double s = y[j] * y[i];
      for (int k = 0; k < l; k++)
        s = sin(s * y[(i + k) % N]) + s;
      y[j] = s * y[j];
    }
}
NOINLINE static void triangle(double *y, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double s = y[j];
      for (int k = 0; k <= j; k++)
        s = sin(s * y[(i + k) % N]) + s;
      y[j] = s * y[j];
    }
}
NOINLINE static void wedge(double *y, int n, int l) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = y[j];
      for (int k = 0; k < l; k++)
        s = sin(s * y[(i + k) % N]) + s;
      y[j] = s * y[j];
    }
}
static void deep(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  cube(y, 3, 4, 2);
  cube(y, 2, 1, 3);
  cube(y, 2, 3, 0);
  triangle(y, 2, 4);
  wedge(y, 3, 3);
}
CHECK_VECTOR(deep, N, N, POINT);

/* Some iterations run the inner loop; others run it with other lengths. */
NOINLINE static void sometimes(double *y, int n, int m) {
  for (int i = 0; i < n; i++) {
    if (y[i] > 0.3)
      for (int k = 0; k < m; k++)
        y[k] = sin(y[k] * y[i]);
    if (i % 3 == 1)
      for (int k = i; k < n; k++)
        y[k] = cos(y[k] * y[i]);
  }
}
static void conditional(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  sometimes(y, N, 5);
}
CHECK_VECTOR(conditional, N, N, POINT);

/* A few numbers in front of the first are kept as well. */
NOINLINE static void stencil(double *y, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int k = 2; k < m; k++)
      y[k] = y[k] * y[k - 1] + sin(y[k - 2]) * y[k];
}
static void shifted(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  stencil(y, 4, N);
  stencil(y, 4, 3);
  stencil(y, 4, 1);
}
CHECK_VECTOR(shifted, N, N, POINT);

/* Loops whose lengths only running them tells, inside and around. */
NOINLINE static void open(double *y, int m) {
  while (y[0] < 3) {
    y[0] += 0.8;
    for (int j = 0; j < 2; j++)
      for (int k = 1; k < m; k++) {
        double s = y[k];
        while (s < 1)
          s += 0.3 * y[0] * y[0];
        y[k] = sin(s) * y[k];
      }
  }
}
static void uncounted(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  open(y, 5);
}
CHECK_VECTOR(uncounted, N, N, POINT);

/* Beside what an iteration keeps of itself before its inner loops begin. */
NOINLINE static void chosen(double *y, int m) {
  int i = 0;
  while (y[0] < 3) {
    int isLarge = y[i % N] > 0.3;
    y[0] += isLarge ? 0.8 * y[1] * y[1] + 0.2 : 0.5;
    for (int j = 0; j < 2; j++)
      for (int k = 1; k < m; k++)
        y[k] = isLarge ? sin(y[k] * y[j]) : y[k] * y[k];
    i++;
  }
}
static void beside(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  chosen(y, 5);
}
CHECK_VECTOR(beside, N, N, POINT);
