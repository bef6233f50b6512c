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
