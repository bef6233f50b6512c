// A derivative that checks itself runs the function again and again: what that wrote is taken back,
// whichever instruction wrote it.
// RUN: enzyme-clang -O1 -fenzyme-check %s -o %t && %t
#include <stdlib.h>
#include <string.h>
extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const;
#define OWN __attribute__((noinline)) static
enum { N = 3 };
static double state, table[N];
static long rounds;

OWN void scale(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] *= x[i];
}
static double overAndOver(double *x, double *y, int n) {
  double *own = (double *)malloc(n * sizeof *own);
  memcpy(own, x, n * sizeof *x);
  scale(x, n);
  memcpy(y, x, n * sizeof *x);
  memset(table, 0, sizeof table);
  table[n - 1] = x[0] * own[1];
  state += table[n - 1] * x[1];
  __atomic_fetch_add(&rounds, 1, __ATOMIC_RELAXED);
  free(own);
  return state * y[2];
}
int main(void) {
  double x[N] = {1.5, 2, 0.5}, dx[N] = {0}, y[N] = {7, 8, 9}, dy[N] = {0};
  double x0[N] = {1.5, 2, 0.5}, y0[N] = {7, 8, 9};
  state = 1;
  overAndOver(x0, y0, N);
  double after = state, last = table[N - 1];
  long once = rounds;
  state = 1, rounds = 0;
  memset(table, 1, sizeof table);
  __enzyme_autodiff((void *)overAndOver, x, dx, y, dy, enzyme_const, N);
  return memcmp(x, x0, sizeof x) || memcmp(y, y0, sizeof y) || state != after || rounds != once ||
         table[N - 1] != last || table[0] != 0;
}
