// Addresses that are computed by how far apart two objects lie: their shadows lie otherwise.
#include "check.h"
#include <stdint.h>

struct view {
  double *begin, *at;
};
// Moved by the distance of the two allocations.
NOINLINE static void growBy(struct view *v, int n) {
  double *fresh = malloc(2 * n * sizeof(double));
  memcpy(fresh, v->begin, n * sizeof(double));
  intptr_t by = (intptr_t)fresh - (intptr_t)v->begin;
  v->at = (double *)((intptr_t)v->at + by);
  free(v->begin);
  v->begin = fresh;
}
// Moved by how far it stood from the begin.
NOINLINE static void grow(struct view *v, int n) {
  double *fresh = malloc(2 * n * sizeof(double));
  memcpy(fresh, v->begin, n * sizeof(double));
  v->at = (double *)((char *)fresh + ((char *)v->at - (char *)v->begin));
  free(v->begin);
  v->begin = fresh;
}
double rebased(double x) {
  struct view v = {malloc(2 * sizeof(double)), 0};
  v.at = v.begin;
  *v.at++ = x;
  *v.at++ = x * x;
  growBy(&v, 2);
  *v.at++ = x * x * x;
  grow(&v, 4);
  *v.at++ = x;
  double result = v.begin[0] * v.begin[1] + v.begin[2] * v.begin[3];
  free(v.begin);
  return result;
}
CHECK_SCALAR(rebased, 0.7);
