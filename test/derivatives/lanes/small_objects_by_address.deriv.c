// Eight lanes of small objects that functions take by their address: variables, members of larger ones and elements of arrays, whose
// lanes lie at other distances; objects that change places, that a function hands on to itself or gets through a pointer to a
// function, whose addresses are kept in memory or compared, and the caller's. Each lane is the derivative of width 1.
#include "check.h"
enum { lanes = 8, numbers = 6 };
extern int enzyme_dupv;

typedef struct {
  double *data;
  long size;
} Vector;
typedef struct {
  char name[24];
  Vector inner;
  double scale;
} Named;

__attribute__((noinline)) static void make(Vector *v, const double *x, long size) {
  v->data = malloc((size_t)size * sizeof(double));
  v->size = size;
  for (long i = 0; i < size; i++)
    v->data[i] = x[i] * x[(i + 1) % numbers];
}
__attribute__((noinline)) static double dot(const Vector *v, const Vector *w) {
  double sum = 0;
  for (long i = 0; i < v->size && i < w->size; i++)
    sum += v->data[i] * sin(w->data[i]);
  return sum;
}
__attribute__((noinline)) static double exchanged(Vector *v, Vector *w, int depth) {
  if (depth == 0)
    return v == w ? 0 : dot(v, w);
  v->data[0] += 0.1 * depth * w->data[1];
  return depth % 3 ? exchanged(w, v, depth - 1) : 0.5 * exchanged(v, w, depth - 1) + exchanged(v, v, 0);
}
__attribute__((noinline)) static double whole(Named *n, Vector **places) {
  places[0] = &n->inner;
  return n->scale * dot(&n->inner, places[1]) + dot(*places, &n->inner);
}
static double (*volatile product)(const Vector *, const Vector *) = dot;

static double f(const double *x, int count) {
  double sum = 0;
  for (int i = 1; i < count; i++) {
    Vector v, w, rows[3], *places[2];
    make(&v, x, 4);
    make(&w, x, 2 + i % 3);
    for (int k = 0; k < 3; k++)
      make(&rows[k], x, 2 + k);
    Named named = {"name", rows[1], x[i % numbers]};
    places[1] = &rows[i % 3];
    sum += dot(&v, &w) + dot(&rows[i % 3], &v) + dot(&named.inner, &rows[2]) + exchanged(&v, &w, i);
    sum += whole(&named, places) + product(&w, &v);
    Vector copy = i % 2 ? v : w;
    sum += cos(dot(&copy, *places));
    for (int k = 0; k < 3; k++)
      free(rows[k].data);
    free(v.data), free(w.data);
  }
  return sum;
}

// The caller's object, and one of its own, for the same function.
static double g(Vector *given, const double *x) {
  Vector own;
  make(&own, x, 3);
  double sum = dot(given, &own) + exchanged(given, &own, 4);
  free(own.data);
  return sum;
}

typedef struct {
  double lane[lanes];
} Tangents;
Tangents __enzyme_fwddiff_eight(void *, ...);
double __enzyme_fwddiff_one(void *, ...);

static double x[numbers] = {0.4, -0.7, 1.1, 0.2, -0.3, 0.9}, dx[lanes][numbers];
static void setDirections(void) {
  for (int lane = 0; lane < lanes; lane++)
    for (int i = 0; i < numbers; i++)
      dx[lane][i] = 0.3 * lane - 0.2 * i;
}

CHECK_VALUES(objects_of_the_function) {
  setDirections();
  for (int count = 1; count < 9; count++) {
    Tangents t = __enzyme_fwddiff_eight((void *)f, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, enzyme_const, count);
    for (int lane = 0; lane < lanes; lane++) {
      double one = __enzyme_fwddiff_one((void *)f, enzyme_dup, x, dx[lane], enzyme_const, count);
      EXPECT_CLOSE(t.lane[lane], one, 1e-13);
      double at[2][numbers];
      for (int i = 0; i < numbers; i++)
        at[0][i] = x[i] + 1e-6 * dx[lane][i], at[1][i] = x[i] - 1e-6 * dx[lane][i];
      EXPECT_CLOSE(one, (f(at[0], count) - f(at[1], count)) / 2e-6, 1e-6);
    }
  }
}

CHECK_VALUES(objects_of_the_caller) {
  setDirections();
  double data[3] = {0.5, 0.25, -1}, tangents[lanes][3], again[3];
  Vector v = {data, 3}, shadows[lanes];
  for (int lane = 0; lane < lanes; lane++) {
    for (int i = 0; i < 3; i++)
      tangents[lane][i] = dx[lane][i] + 1;
    shadows[lane] = (Vector){tangents[lane], 3};
  }
  Tangents t = __enzyme_fwddiff_eight((void *)g, enzyme_width, lanes, enzyme_dupv, sizeof shadows[0], &v, shadows, enzyme_dupv,
                                      sizeof dx[0], x, dx);
  for (int lane = 0; lane < lanes; lane++) {
    double start[3] = {0.5, 0.25, -1};
    for (int i = 0; i < 3; i++)
      again[i] = dx[lane][i] + 1;
    Vector primal = {start, 3}, shadow = {again, 3};
    EXPECT_CLOSE(t.lane[lane], __enzyme_fwddiff_one((void *)g, enzyme_dup, &primal, &shadow, enzyme_dup, x, dx[lane]), 1e-13);
    for (int i = 0; i < 3; i++)
      EXPECT_CLOSE(tangents[lane][i], again[i], 1e-13);
  }
}
