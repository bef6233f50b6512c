// Comparisons of qsort, qsort_r and bsearch that add up what they see: the sequence in which the library calls them is
// part of the function.
#define _GNU_SOURCE
// asan: off, its qsort compares more often than the C library's
#include "check.h"
#include <stdlib.h>

static double cost;
static int calls;
static int costly(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  cost = 0.9 * cost + (x - y) * (x - y);
  calls++;
  return (x > y) - (x < y);
}
static int costlyFor(const void *a, const void *b, void *sum) {
  double x = *(const double *)a, y = *(const double *)b;
  *(double *)sum = 0.7 * *(double *)sum + x * y;
  return (x < y) - (x > y);
}
static double sorting(const double *x, int n) {
  double items[64], result = 0;
  cost = 0;
  for (int i = 0; i < n; i++)
    items[i] = x[i] * x[i];
  qsort(items, n, sizeof *items, costly);
  for (int i = 0; i < n; i++)
    result += i * items[i];
  return result + cost;
}
static double sortingFor(const double *x, int n) {
  double items[64][5], sum = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 5; j++)
      items[i][j] = x[i] * (j + 1);
  qsort_r(items, n, sizeof *items, costlyFor, &sum);
  return sum + items[1][3] * items[n - 1][4];
}
static double searching(const double *x, int n) {
  double items[64], key = x[0] * x[1];
  cost = 0;
  for (int i = 0; i < n; i++)
    items[i] = i + x[i] / 8;
  const double *found = bsearch(&key, items, n, sizeof *items, costly);
  return cost + (found ? *found : key);
}

static double sortingThree(const double *x, int n) { return sorting(x, n); }
static double sortingFive(const double *x, int n) { return sorting(x, n); }
CHECK_FUNCTION_N(sortingThree, 3, 3, 1, 2);
CHECK_FUNCTION_N(sortingFive, 5, 1, 2, 3, 5, 4);
CHECK_FUNCTION_N(sorting, 11, 5, 3, 9, 1, 10, 2, 8, 4, 7, 6, 11, 1, 2, 3, 4, 5, 6, 11, 10, 9, 8, 7);
CHECK_FUNCTION_N(sortingFor, 11, 5, 3, 9, 1, 10, 2, 8, 4, 7, 6, 11);
CHECK_FUNCTION_N(searching, 9, 2, 1.75, 1, 2, 3, 1, 2, 3, 1);

void __enzyme_autodiff_calls(void *, ...);
CHECK_VALUES(as_many_calls) {
  double x[23], dx[23] = {0};
  for (int n = 1; n <= 23; n++) {
    for (int i = 0; i < n; i++)
      x[i] = sin(i * i) + i % 3;
    calls = 0;
    sorting(x, n);
    int byLibrary = calls;
    calls = 0;
    __enzyme_autodiff_calls((void *)sorting, enzyme_dup, x, dx, n);
    EXPECT_EXACT(calls, byLibrary);
  }
}
