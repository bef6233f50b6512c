// Static variables that are only read are constants, whatever they are declared; those that are written, or may be written
// through an address that gets elsewhere, are not.
#include "check.h"

enum { N = 4 };
static double onlyRead[N] = {0.5, -1.25, 2, 0.75};
static double readByCallee[N] = {1, 2, 3, 4};
static double written[N] = {1, 1, 1, 1};
static double reached[N] = {2, 2, 2, 2};
static double *way = reached;
static double copied[N] = {4, 3, 2, 1};
static double filled[N];

static double polynomial(const double *coefficients, double x) {
  const double *next = coefficients + N;
  double sum = 0;
  while (next != coefficients)
    sum = sum * x + *--next;
  return sum;
}
double tables(const double *x) {
  double own[N];
  memcpy(own, copied, sizeof own);
  own[1] *= x[1];
  return onlyRead[1] * x[0] + polynomial(readByCallee, x[1]) + polynomial(own, x[0]);
}
double variables(const double *x) {
  for (int i = 0; i < N; i++) {
    written[i] = x[0] * (i + 1);
    way[i] = x[1] * x[0];
  }
  memcpy(filled, written, sizeof filled);
  return polynomial(written, x[1]) + reached[2] * reached[1] + polynomial(filled, x[0]);
}

CHECK_FUNCTION(tables, 2, 0.7, 1.2);
CHECK_FUNCTION(variables, 2, 0.7, 1.2);

/// Tables whose addresses other static variables hold, as libraries of special functions have them.
struct series {
  double *coefficients;
  int order;
  double low, high;
};
static double readThere[N] = {1, -0.5, 0.25, 3};
static struct series onlyReadToo = {readThere, N, -1, 2};
static double writtenThere[N] = {1, 1, 1, 1};
static struct series writer = {writtenThere, N, -1, 2};
static double replaced[N] = {2, 1, 2, 1}, replacing[N];
static struct series assigned = {replaced, N, -1, 2};
static double handedOn[N] = {1, 2, 1, 2};
static struct series handed = {handedOn, N, -1, 2};
static double inCopy[N] = {3, 2, 1, 0};
static struct series original = {inCopy, N, -1, 2};
static double inRows[2][N] = {{1, 2, 3, 4}, {4, 3, 2, 1}};
static double *rows[2] = {inRows[0], inRows[1]};
static double limits[3] = {0, 1, 2};
static struct { double first; double *place; double last; } packedPlace = {1, limits + 1, 3};

static double evaluate(const struct series *series, double x) {
  double y = (2 * x - series->low - series->high) / (series->high - series->low), sum = 0;
  for (int i = series->order; i-- > 0;)
    sum = sum * y + series->coefficients[i];
  return sum;
}
static void change(struct series *series, double x) { series->coefficients[1] = x; }

double seriesOnlyRead(const double *x) { return evaluate(&onlyReadToo, x[0]) * evaluate(&onlyReadToo, x[1]); }
double seriesWritten(const double *x) {
  for (int i = 0; i < N; i++)
    writer.coefficients[i] = x[i % 2] * (i + 1);
  for (int i = 0; i < N; i++)
    replacing[i] = x[0] * x[1] + i;
  assigned.coefficients = replacing;
  change(&handed, x[0] * x[0]);
  struct series copy = original;
  copy.coefficients[2] = x[1] * x[1];
  rows[1][2] = x[0] * x[1];
  *packedPlace.place = x[1];
  return evaluate(&writer, x[1]) + evaluate(&assigned, x[0]) + evaluate(&handed, x[1]) +
         evaluate(&original, x[0]) + inRows[1][2] * inRows[0][1] + limits[1] * limits[1] * x[0] +
         packedPlace.last * x[0];
}

CHECK_FUNCTION(seriesOnlyRead, 2, 0.7, 1.2);
CHECK_FUNCTION(seriesWritten, 2, 0.7, 1.2);
