// Arrays that loops read in no order, and that change afterwards: all of such an array is kept, where
// the program has allocated it with as many elements as the loop has iterations.
#include "check.h"
enum { N = 6, Links = 3 };

static int target(int i, int k) { return (i * 5 + k * k + 3 * k) % N; }

// Two buffers of a sparse matrix's powers, which change places; rows may be empty.
NOINLINE static double powers(int n, const double *m, const double *start) {
  int *begin = malloc((n + 1) * sizeof(int)), *column = malloc(Links * n * sizeof(int));
  begin[0] = 0;
  for (int i = 0; i < n; i++) {
    begin[i + 1] = begin[i] + (i % 3 == 1 ? 0 : Links);
    for (int k = begin[i]; k < begin[i + 1]; k++)
      column[k] = target(i, k - begin[i]);
  }
  double *x = malloc(n * sizeof(double)), *y = malloc(n * sizeof(double)), sum = 0;
  for (int i = 0; i < n; i++)
    x[i] = start[i];
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < n; i++) {
      double row = 0.1 * start[i];
      for (int k = begin[i]; k < begin[i + 1]; k++)
        row += m[k % n] * x[column[k]] * x[column[k]];
      y[i] = row;
    }
    double *other = x;
    x = y, y = other;
  }
  for (int i = 0; i < n; i++)
    sum += x[i];
  free(x), free(y), free(begin), free(column);
  return sum;
}
double f1(const double *x) { return powers(N, x + N, x); }
CHECK_FUNCTION(f1, 2 * N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7, 0.9, -0.6, 0.4, 0.8, -0.3, 0.2);

// The loop writes where it reads.
NOINLINE static double inPlace(int n, const int *list, const double *start) {
  double *x = malloc(n * sizeof(double)), sum = 0;
  for (int i = 0; i < n; i++)
    x[i] = start[i];
  for (int s = 0; s < 3; s++)
    for (int i = 0; i < n; i++)
      x[i] = sin(x[list[i]] * x[list[n - 1 - i]]) + 0.5 * x[i];
  for (int i = 0; i < n; i++)
    sum += x[i];
  free(x);
  return sum;
}
static const int list[N] = {3, 0, 5, 1, 1, 4};
double f2(const double *x) { return inPlace(N, list, x); }
CHECK_FUNCTION(f2, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);

// Objects that begin ahead of what is read, and elements that are not all numbers.
struct point {
  long name;
  double place, weight;
};
NOINLINE static double ofPoints(int n, const int *list, const double *start) {
  struct point *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    a[i] = (struct point){(i + 2) % n, start[i], 1 + start[i] * start[i]};
    b[i] = (struct point){(i + 1) % n, 2 * start[i], 1 - start[i]};
  }
  for (int s = 0; s < 3; s++) {
    struct point *now = s % 2 ? b : a;
    for (int i = 0; i < n; i++)
      sum += now[list[i]].place * now[now[i].name].weight * now[list[i]].weight;
    for (int i = 0; i < n; i++) {
      now[i].place = cos(now[i].place + now[i].weight);
      now[i].weight *= 0.5 * now[i].place;
    }
  }
  free(a), free(b);
  return sum;
}
double f3(const double *x) { return ofPoints(N, list, x); }
CHECK_FUNCTION(f3, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);

// Behind the beginning of one of two objects, so that as many bytes do not lie there.
NOINLINE static double behindTheBeginning(int n, const int *list, const double *start, int ahead) {
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double)), sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = start[i], b[i] = start[i] * start[i];
  double *x = a + ahead, *y = b;
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < n; i++)
      sum += x[list[i] / 2] * x[list[i] / 2] * start[i];
    for (int i = 0; i < n - ahead; i++)
      x[i] = sin(x[i] + start[i]);
    double *other = x;
    x = y, y = other;
  }
  free(a), free(b);
  return sum;
}
double f4(const double *x) { return behindTheBeginning(N, list, x, 3); }
CHECK_FUNCTION(f4, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);

// There only where it is read; and of another size in each step.
NOINLINE static double notAlways(int n, const int *list, const double *start) {
  double sum = 0;
  for (int s = 0; s < 4; s++) {
    double *x = s % 2 ? malloc(n * sizeof(double)) : NULL;
    double *old = malloc((n + s) * sizeof(double));
    for (int i = 0; i < n + s; i++)
      old[i] = start[i % n] + s;
    if (x)
      for (int i = 0; i < n; i++)
        x[i] = start[i] * start[i] + s;
    for (int i = 0; i < n; i++) {
      if (x)
        sum += x[list[i]] * x[list[i]] * start[i];
      sum += old[list[i]] * old[list[i] + s] * start[i];
    }
    if (x)
      for (int i = 0; i < n; i++)
        x[i] = 7;
    for (int i = 0; i < n + s; i++)
      old[i] = 8;
    free(x), free(old);
  }
  return sum;
}
double f5(const double *x) { return notAlways(N, list, x); }
CHECK_FUNCTION(f5, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);

// Sizes that grow from step to step, of a buffer of the step before.
NOINLINE static double growing(int n, const int *list, const double *start) {
  double sum = 0, *last = malloc(sizeof(double) * n);
  for (int i = 0; i < n; i++)
    last[i] = start[i];
  for (int s = 1; s < 4; s++) {
    long bytes = 8l * n * s;
    double *next = malloc(bytes);
    for (int i = 0; i < n * s; i++)
      next[i] = sin(start[i % n] * s);
    for (int i = 0; i < n; i++)
      for (int k = 0; k < s; k++)
        sum += last[list[i]] * last[list[(i + k) % n]] * next[k * n + list[i]] * next[list[i]];
    for (int i = 0; i < n; i++)
      last[i] = 3;
    free(last);
    last = next;
  }
  free(last);
  return sum;
}
double f6(const double *x) { return growing(N, list, x); }
CHECK_FUNCTION(f6, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);
