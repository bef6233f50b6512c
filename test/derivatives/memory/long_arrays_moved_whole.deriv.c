// memcpy, memset and assignments of arrays of constant length, from 80 kilobytes to 8 megabytes,
// declared and behind pointers: what they hold is not asked element by element.
#include "check.h"
#include <stdlib.h>

enum { few = 100, some = 300, many = 1000 };
typedef double square[few][few];

/// An iteration of Jacobi's on a grid.
#define RELAX(u, next, n)                                                                          \
  for (int i = 1; i < n - 1; i++)                                                                  \
    for (int j = 1; j < n - 1; j++)                                                                \
  next[i * n + j] =                                                                                \
      .25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] * u[i * n + j])

NOINLINE static void begin(const double *x, double *u, double *next, int n) {
  for (int i = 0; i < 4; i++)
    u[(i + 1) * n + i + 1] = x[i];
  next[0] = 0;
}
static double twoSteps(const double *restrict x, double *restrict u, double *restrict next) {
  memset(u, 0, sizeof(double) * few * few);
  memset(next, 0, sizeof(double) * few * few);
  begin(x, u, next, few);
  for (int step = 0; step < 2; step++) {
    RELAX(u, next, few);
    memcpy(u, next, sizeof(double) * few * few);
  }
  return u[2 * few + 2] * u[2 * few + 3] + u[few + 1];
}
static double own(const double *x) {
  double *u = malloc(sizeof(double) * few * few), *next = malloc(sizeof(double) * few * few);
  double result = twoSteps(x, u, next);
  free(u);
  free(next);
  return result;
}
/// More numbers than there are pieces in the largest pattern.
static double onTheHeap(const double *x) {
  double *u = calloc(some * some, sizeof *u), *next = calloc(some * some, sizeof *u);
  begin(x, u, next, some);
  RELAX(u, next, some);
  memcpy(u, next, sizeof(double) * some * some);
  RELAX(u, next, some);
  double result = next[2 * some + 2] * next[2 * some + 3] + u[some + 1];
  free(u);
  free(next);
  return result;
}
static double first[many * many], second[many * many];
static double inVariables(const double *x) {
  memset(first, 0, sizeof first);
  begin(x, first, second, many);
  RELAX(first, second, many);
  memcpy(first, second, sizeof first);
  RELAX(first, second, many);
  return second[2 * many + 2] * second[2 * many + 3] + first[many + 1];
}
/// Numbers, counts and an address, in a structure that is assigned.
struct grid {
  square u;
  int visits[few][few];
  double *weight, scale[some];
};
NOINLINE static void copyGrid(struct grid *to, const struct grid *from) { *to = *from; }
static double inStructures(const double *x) {
  struct grid *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
  double weight = x[0] * x[1];
  a->weight = &weight;
  a->visits[3][4] = 7;
  a->u[2][3] = x[2] * x[3];
  a->scale[some - 1] = x[1];
  copyGrid(b, a);
  double result =
      b->u[2][3] * b->visits[3][4] * *b->weight + b->scale[some - 1] * b->scale[some - 1];
  free(a);
  free(b);
  return result;
}
/// Records of two numbers and a count.
struct particle {
  double at;
  int count;
  double charge;
};
static double ofRecords(const double *x) {
  struct particle *a = malloc(sizeof *a * many * 10), *b = malloc(sizeof *a * many * 10);
  for (int i = 0; i < many * 10; i++)
    a[i] = (struct particle){x[i % 4] * x[0], i, x[(i + 1) % 4]};
  memcpy(b, a, sizeof *a * many * 10);
  double sum = 0;
  for (int i = 0; i < many * 10; i += 999)
    sum += b[i].at * b[i].charge * b[i].count;
  free(a);
  free(b);
  return sum / many;
}
/// Whole pixels of three.
static double ofTriples(const double *x) {
  double *a = malloc(sizeof(double[3]) * many * 40), *b = malloc(sizeof(double[3]) * many * 40);
  for (int i = 0; i < many * 40; i++)
    for (int c = 0; c < 3; c++)
      a[3 * i + c] = x[c] * x[c + 1];
  memmove(b, a, sizeof(double[3]) * many * 40);
  double result = b[3 * 777 + 1] * b[3 * 39999 + 2] + b[0];
  free(a);
  free(b);
  return result;
}

CHECK_FUNCTION(own, 4, 1.5, -0.5, 2, 0.75);
CHECK_FUNCTION(onTheHeap, 4, 1.5, -0.5, 2, 0.75);
CHECK_FUNCTION(inVariables, 4, 1.5, -0.5, 2, 0.75);
CHECK_FUNCTION(inStructures, 4, 1.5, -0.5, 2, 0.75);
CHECK_FUNCTION(ofRecords, 4, 1.5, -0.5, 2, 0.75);
CHECK_FUNCTION(ofTriples, 4, 1.5, -0.5, 2, 0.75);
