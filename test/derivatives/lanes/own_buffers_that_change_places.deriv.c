// Buffers of the function's own that pointers change between, in all widths: exchanged from step to step, turned in a ring
// of three, chosen by numbers, of different sizes, copied into each other, freed by the pointers they end under, exchanged
// with the caller's memory, and led to by one pointer together with what has another type.
#include "check.h"

static double exchanged(const double *x, int n) {
  double *from = (double *)malloc(n * sizeof(double)), *to = (double *)malloc(n * sizeof(double)), s = 0;
  const int at[6] = {3, 0, 4, 1, 2, 0};
  memcpy(from, x, n * sizeof(double));
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < n; i++)
      to[i] = sin(from[at[i]]) * from[i] + (i ? to[i - 1] : 0);
    double *other = from;
    from = to;
    to = other;
  }
  for (int i = 0; i < n; i++)
    s = 0.7 * s + from[at[i]] * to[i];
  free(from);
  free(to);
  return s;
}
CHECK_FUNCTION_N(exchanged, 5, 0.2, 1.1, -0.7, 0.4, 2.0);

static double ring(const double *x, int n) {
  double a[8], b[8], c[8], *p = a, *q = b, *r = c, s = 1;
  for (int i = 0; i < n; i++)
    a[i] = x[i], b[i] = x[i] * x[n - 1 - i], c[i] = 1;
  for (int step = 0; step < 5; step++) {
    for (int i = 0; i < n; i++)
      r[(i * 3) % n] += p[i] * q[(i + step) % n] + (p == a ? s : 0.5);
    s += r[step % n] * r[0];
    double *last = r;
    r = q, q = p, p = last;
  }
  return s * p[1] + q[2] - r[0];
}
CHECK_FUNCTION_N(ring, 5, 0.2, 1.1, -0.7, 0.4, 0.9);

static void chosenAndCopied(const double *x, double *y, int n) {
  double large[16], small[6];
  memset(large, 0, sizeof large);
  for (int i = 0; i < n; i++)
    large[2 * i] = x[i] * x[0], small[i] = cos(x[i]);
  for (int i = 0; i < n; i++) {
    double *one = x[i] > 0.3 ? large + i : small;
    if (i % 3 == 2)
      memcpy(small, large + 1, 3 * sizeof(double));
    if (i % 3 == 1)
      memmove(one, one + 1, 2 * sizeof(double));
    one[1] = one[0] * one[2] + small[n - 1 - i];
    y[i] = one[1] * large[2] + one[i % 2];
  }
  memcpy(y, x[0] > 0 ? large : small, 2 * sizeof(double));
}
CHECK_VECTOR_N(chosenAndCopied, 5, 5, 0.2, 1.1, -0.7, 0.4, 2.0);

static void withCallers(const double *x, double *y, int n) { // one of the two is not its own
  double own[8], *from = y, *to = own;
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
  for (int step = 0; step < 3; step++) {
    for (int i = 0; i < n; i++)
      to[i] = from[(2 * i) % n] * from[i] + (i ? to[i - 1] : 0);
    double *other = from;
    from = to;
    to = other;
  }
  y[0] += own[n - 1];
}
CHECK_VECTOR_N(withCallers, 5, 5, 0.2, 1.1, -0.7, 0.4, 0.9);

static double ofTwoTypes(const double *x, int n) {
  double wide[8], s = 0;
  float narrow[16];
  for (int i = 0; i < n; i++)
    wide[i] = x[i] * x[i], narrow[i] = (float)(0.25 * i);
  for (int i = 0; i < n; i++) {
    const void *one = i % 2 ? (const void *)wide : (const void *)narrow;
    s = 0.6 * s + (i % 2 ? ((const double *)one)[i] : ((const float *)one)[i]) * wide[n - 1 - i];
  }
  return s;
}
CHECK_FUNCTION_N(ofTwoTypes, 5, 0.2, 1.1, -0.7, 0.4, 2.0);

static double grown(const double *x, int n) { // by a list that is moved when it is full
  double *list = (double *)malloc(2 * sizeof(double)), s = 0;
  int room = 2, count = 0;
  for (int i = 0; i < n; i++) {
    if (count == room) {
      double *more = (double *)malloc(2 * room * sizeof(double));
      memcpy(more, list, count * sizeof(double));
      free(list);
      list = more;
      room *= 2;
    }
    list[count++] = x[i] * (i ? list[i / 2] : 1);
  }
  for (int i = 0; i < count; i++)
    s = 0.8 * s + list[i] * list[(i * 2) % count];
  free(list);
  return s;
}
CHECK_FUNCTION_N(grown, 7, 0.2, 1.1, -0.7, 0.4, 2.0, 0.6, -1.3);
