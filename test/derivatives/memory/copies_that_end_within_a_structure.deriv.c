// Copies whose length the run says, and which end behind some members of a structure.
#include "check.h"

#include <stddef.h>

struct record {
  double values[4];
  unsigned char end;
  const double *where;
  double last;
};
static struct record made(const double *x) {
  struct record a;
  memset(&a, 0, sizeof a);
  for (int i = 0; i < 3; i++)
    a.values[i] = x[i] * 2;
  a.end = 0xaa;
  a.where = x + 1;
  a.last = x[0];
  return a;
}
static double sumOf(const struct record *a) {
  double sum = a->last * 3;
  for (int i = 0; i < 4; i++)
    sum += a->values[i] * a->values[i];
  return sum;
}

NOINLINE static void copy(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }
double lessThanOne(const double *x, int n) {
  struct record a = made(x), b;
  memset(&b, 0, sizeof b);
  copy(&b, &a, offsetof(struct record, end) + 1);
  return sumOf(&b) * x[n - 1];
}
CHECK_FUNCTION_N(lessThanOne, 3, 1, 2, 3);

double partOfAnArray(const double *x, int n) {
  struct record a = made(x), b = made(x);
  b.values[0] = x[2];
  for (int i = 0; i < n; i++)
    memcpy(&b, &a, (i + 1) * sizeof(double));
  return sumOf(&b);
}
CHECK_FUNCTION_N(partOfAnArray, 3, 1, 2, 3);

double oneAndAHalf(const double *x, int n) {
  struct record a[2] = {made(x), made(x)}, b[2];
  memset(b, 0, sizeof b);
  a[1].values[2] = x[0] * x[1];
  memcpy(b, a, sizeof *a + offsetof(struct record, last) + (n > 5));
  return (sumOf(b) + sumOf(b + 1)) * *b[1].where;
}
CHECK_FUNCTION_N(oneAndAHalf, 3, 1, 2, 3);

double overlapping(const double *x, int n) {
  struct record a[3] = {made(x), made(x), made(x)};
  a[1].values[1] = x[2] * x[1];
  char *begin = (char *)a;
  memmove(begin + sizeof *a, begin, sizeof *a + 8 * (size_t)n);
  memmove(begin, begin + sizeof *a, sizeof *a + 8 * (size_t)(n - 1));
  return sumOf(a) + 2 * sumOf(a + 1) + 3 * sumOf(a + 2);
}
CHECK_FUNCTION_N(overlapping, 3, 1, 2, 3);

double cleared(const double *x, int n) {
  struct record a = made(x);
  a.values[3] = x[1];
  memset(&a, 0, 8 * (size_t)n);
  return sumOf(&a) * x[0];
}
CHECK_FUNCTION_N(cleared, 3, 1, 2, 3);
