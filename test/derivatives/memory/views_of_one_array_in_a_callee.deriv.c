// What is read through one view of an array is written through another one later, at offsets
// that say nothing of it: the callee knows neither the array nor how the views lie.
#include "check.h"
enum { N = 6, FAR = 3 };

NOINLINE static void squares(const double *from, double *to, int n) {
  for (int i = 0; i < n; i++)
    to[i + 1] = from[i] * from[i];
}
void sameElement(double *x) {
  double all[N + 1] = {0};
  memcpy(all + 1, x, N * sizeof *x);
  squares(all + 1, all, N);
  memcpy(x, all + 1, N * sizeof *x);
}
CHECK_INPLACE(sameElement, N, 1, 2, 0.5, -1, 3, 0.25);

/// Written by the other name between a read and the write that follows it.
NOINLINE static void updated(double *own, double *other, int n) {
  for (int i = 0; i < n; i++) {
    double value = own[i];
    other[i] = 3 * value * value;
    own[i] = value * value * value;
  }
}
void writtenTwice(double *x) { updated(x, x, 3); }
CHECK_INPLACE(writtenTwice, 3, 1, 2, 0.5);

/// The second row is the first, one element on.
NOINLINE static double firstsOf(double **rows, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double *row = rows[i];
    sum += row[0] * row[0];
    row[1] = sum * 2;
  }
  return sum;
}
void rowsThatMeet(double *x) {
  double *rows[3] = {x + 2, x + 1, x};
  x[4] = firstsOf(rows, 3);
}
CHECK_INPLACE(rowsThatMeet, 5, 1, 2, 0.5, -1, 3);

/// What is written lies above what is read, and comes down to it.
NOINLINE static double downwards(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double value = x[n - 1 - i];
    sum += value * value;
    x[n - 1 - i + FAR] = sum;
  }
  return sum;
}
void comesBack(double *x) {
  double all[N + FAR] = {0};
  memcpy(all, x, N * sizeof *x);
  double sum = downwards(all, N);
  for (int i = 0; i < N; i++)
    x[i] = all[i] * sum;
}
CHECK_INPLACE(comesBack, N, 1, 2, 0.5, -1, 3, 0.25);

/// Each row is read beyond its end: the column there is the next row's first.
NOINLINE static double columns(double *x, long rows, long length, long read) {
  double sum = 0;
  for (long i = 0; i < rows; i++) {
    for (long j = 1; j < read; j++)
      sum += x[i * length + j] * x[i * length + j] * (double)j;
    x[i * length] = sum;
  }
  return sum;
}
double beyondTheRow(const double *x) {
  double all[7];
  memcpy(all, x, sizeof all);
  return columns(all, 2, 3, 4);
}
CHECK_FUNCTION(beyondTheRow, 7, 1, 2, 0.5, -1, 3, 0.25, 0.75);

/// What is read in a loop, by a pointer that comes from elsewhere, and what is written over it.
static double cubes(const double *from, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += from[i] * from[i] * from[i];
  return sum;
}
static void put(double *to, int n, double value) {
  for (int i = 0; i < n; i++)
    to[i] = value * (i + 1);
}
NOINLINE static double *elementOf(double *x, int i) { return x + i; }
double throughAResult(const double *x, int n) {
  double all[8];
  memcpy(all, x, n * sizeof *x);
  double sum = cubes(elementOf(all, 1), n - 1);
  put(all, n, sum);
  return all[1] * sum;
}
CHECK_FUNCTION_N(throughAResult, 3, 1, 2, 0.5);

void throughAResultInPlace(double *x) {
  double sum = cubes(elementOf(x, 1), 2);
  put(x, 3, sum);
}
CHECK_INPLACE(throughAResultInPlace, 3, 1, 2, 0.5);

struct part {
  double *first;
  double weight;
};
NOINLINE static struct part partOf(double *x, int i) { return (struct part){x + i, i + 0.5}; }
void throughAStructure(double *x) {
  struct part part = partOf(x, 1);
  double sum = cubes(part.first, 2);
  put(x, 3, sum * part.weight);
}
CHECK_INPLACE(throughAStructure, 3, 1, 2, 0.5);

static int ascending(const void *a, const void *b) {
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}
void throughASearch(double *x) {
  double key = x[1];
  double sum = cubes((const double *)bsearch(&key, x, 3, sizeof key, ascending), 2);
  put(x, 3, sum);
}
CHECK_INPLACE(throughASearch, 3, 1, 2, 3.5);

/// Memory made here that others were told of, and hand back.
static double *told;
NOINLINE static void tell(double *block) { told = block; }
NOINLINE static double *recall(void) { return told; }
double toldOf(const double *x, int n) {
  double *block = (double *)malloc(n * sizeof *block);
  for (int i = 0; i < n; i++)
    block[i] = x[i] * x[0];
  tell(block);
  double sum = cubes(block, n);
  put(recall(), n, sum);
  double result = cubes(block, n) * sum;
  tell(NULL);
  free(block);
  return result;
}
CHECK_FUNCTION_N(toldOf, 3, 1, 2, 0.5);

/// Bytes that move over what was read, or are cleared.
double moved(const double *x, int n) {
  double all[8] = {0};
  memcpy(all, x, n * sizeof *x);
  double sum = cubes(all, n);
  memmove(all + 1, all, n * sizeof *x);
  sum *= cubes(all, n);
  memset(all, 0, n * sizeof *x);
  return sum * (cubes(all, n + 1) + 1);
}
CHECK_FUNCTION_N(moved, 4, 1, 2, 0.5, -1);
