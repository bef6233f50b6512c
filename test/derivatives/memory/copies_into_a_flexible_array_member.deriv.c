// The last member of a struct has more elements than the struct says: what is copied there is what the member holds,
// and not more structs of the same kind.
#include "check.h"
#include <stddef.h>
#include <stdlib.h>

typedef struct {
  int n;
  double scale;
  double values[];
} flexible;
NOINLINE static double atFlexible(const flexible *p, double t) {
  double r = 0;
  for (int i = p->n; i-- > 0;)
    r = r * t + p->values[i];
  return r * p->scale;
}
double copied(const double *x, int n) {
  flexible *p = malloc(sizeof *p + n * sizeof(double));
  p->n = n;
  p->scale = x[0];
  memcpy(p->values, x, n * sizeof(double));
  double s = atFlexible(p, 0.3) * atFlexible(p, -0.5);
  free(p);
  return s;
}
CHECK_FUNCTION_N(copied, 5, 2, 3, 4, 5, 6);

/** Header and values in one copy, as the object grows. */
double grown(const double *x, int n) {
  flexible *p = calloc(1, sizeof *p);
  for (int i = 0; i < n; i++) {
    size_t bytes = sizeof *p + p->n * sizeof(double);
    flexible *larger = malloc(bytes + sizeof(double));
    memcpy(larger, p, bytes);
    free(p);
    p = larger;
    p->values[p->n++] = x[i] * x[0];
    p->scale += x[i];
  }
  double s = atFlexible(p, 0.3) * atFlexible(p, -0.5);
  free(p);
  return s;
}
CHECK_FUNCTION_N(grown, 4, 2, 3, 4, 5);

double reallocated(const double *x, int n) {
  flexible *p = malloc(sizeof *p);
  p->n = 0;
  p->scale = x[n - 1];
  for (int i = 0; i < n; i += 2) {
    p = realloc(p, sizeof *p + (p->n + 2) * sizeof(double));
    memcpy(p->values + p->n, x + i, 2 * sizeof(double));
    p->n += 2;
  }
  memmove(p->values, p->values + 1, (p->n - 1) * sizeof(double));
  p->n--;
  double s = atFlexible(p, 0.3) * atFlexible(p, -0.5);
  free(p);
  return s;
}
CHECK_FUNCTION_N(reallocated, 4, 2, 3, 4, 5);

/** Before C99. */
typedef struct {
  int n;
  double scale;
  double values[1];
} ofOne;
NOINLINE static double atOfOne(const ofOne *p, double t) {
  double r = 0;
  for (int i = p->n; i-- > 0;)
    r = r * t + p->values[i];
  return r * p->scale;
}
double copiedBehindOne(const double *x, int n) {
  ofOne *p = malloc(sizeof *p + (n - 1) * sizeof(double));
  p->n = n;
  p->scale = x[1];
  memcpy(p->values, x, n * sizeof(double));
  double s = atOfOne(p, 0.3) * atOfOne(p, -0.5);
  free(p);
  return s;
}
CHECK_FUNCTION_N(copiedBehindOne, 5, 2, 3, 4, 5, 6);

/** The same type, meant as it is declared. */
double rowOfSuch(const double *x, int n) {
  ofOne *row = malloc(n * sizeof *row), *other = malloc(n * sizeof *row);
  for (int i = 0; i < n; i++)
    row[i] = (ofOne){i % 2, x[i], {x[i] * x[0]}};
  memcpy(other, row, n * sizeof *row);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += other[i].values[0] * other[i].scale * (1 + other[i].n);
  free(row);
  free(other);
  return s;
}
CHECK_FUNCTION_N(rowOfSuch, 4, 2, 3, 4, 5);

/** Elements that are structs themselves, in an object whose last member is such a struct. */
typedef struct {
  double weight;
  int kind;
} pair;
typedef struct {
  long kind;
  struct {
    int count;
    pair pairs[];
  } list;
} outer;
double pairsBehind(const double *x, int n) {
  pair *all = malloc(n * sizeof *all);
  for (int i = 0; i < n; i++)
    all[i] = (pair){x[i] * x[0], i % 3};
  outer *o = malloc(sizeof *o + n * sizeof(pair));
  o->kind = 2;
  o->list.count = n;
  memcpy(o->list.pairs, all, n * sizeof(pair));
  free(all);
  double s = 0;
  for (int i = 0; i < o->list.count; i++)
    s += o->list.pairs[i].weight * o->list.pairs[i].weight * (o->list.pairs[i].kind + o->kind);
  free(o);
  return s;
}
CHECK_FUNCTION_N(pairsBehind, 4, 2, 3, 4, 5);

/** In a function that only sees the object's type, with a fixed number of elements. */
NOINLINE static flexible *madeOf(const double *from, int n) {
  flexible *p = malloc(offsetof(flexible, values) + 4 * sizeof(double));
  p->n = 4;
  p->scale = 2;
  for (int i = 0; i < 4; i += 2)
    memcpy(&p->values[i], from, 2 * sizeof(double));
  return p;
}
double fixedNumber(const double *x, int n) {
  flexible *p = madeOf(x, n), *q = malloc(sizeof *q + 4 * sizeof(double));
  memcpy(q, p, sizeof *p + 4 * sizeof(double));
  double s = atFlexible(q, 0.3) * atFlexible(p, -0.5);
  free(p);
  free(q);
  return s;
}
CHECK_FUNCTION_N(fixedNumber, 2, 2, 3);
