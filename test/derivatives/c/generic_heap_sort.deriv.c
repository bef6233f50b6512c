// A generic heap sort with a byte swap, for doubles, pairs and pointers to records.
#include "check.h"
typedef int (*order)(const void *, const void *);
NOINLINE static void swap(char *a, char *b, size_t size) {
  char t[64];
  memcpy(t, a, size);
  memcpy(a, b, size);
  memcpy(b, t, size);
}
NOINLINE static void sift(char *a, size_t i, size_t n, size_t size, order less) {
  for (size_t c; (c = 2 * i + 1) < n; i = c) {
    if (c + 1 < n && less(a + c * size, a + (c + 1) * size) < 0)
      c++;
    if (less(a + i * size, a + c * size) >= 0)
      return;
    swap(a + i * size, a + c * size, size);
  }
}
static void heapsort_(void *base, size_t n, size_t size, order less) {
  char *a = base;
  for (size_t i = n / 2; i-- > 0;)
    sift(a, i, n, size, less);
  for (size_t end = n; end-- > 1;) {
    swap(a, a + end * size, size);
    sift(a, 0, end, size, less);
  }
}
typedef struct {
  int id;
  double v;
} pair;
static int byNumber(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
static int byPair(const void *a, const void *b) { return byNumber(&((const pair *)a)->v, &((const pair *)b)->v); }
static int byPointer(const void *a, const void *b) { return byPair(*(pair *const *)a, *(pair *const *)b); }
double f(const double *x, int n) {
  double d[8], s = 0;
  pair p[8], *q[8];
  for (int i = 0; i < n; i++) {
    d[i] = x[i] * x[i];
    p[i].id = i;
    p[i].v = sin(x[i]);
    q[i] = &p[n - 1 - i];
  }
  heapsort_(d, n, sizeof *d, byNumber);
  heapsort_(q, n, sizeof *q, byPointer);
  for (int i = 0; i < n; i++)
    s += (i + 1) * d[i] * q[i]->v;
  heapsort_(p, n, sizeof *p, byPair);
  for (int i = 0; i < n; i++)
    s += (i + 1) * p[i].v * (p[i].id + 1);
  return s;
}
CHECK_FUNCTION_N(f, 4, 0.6, -1.25, 0.75, 2.5);
