// a[j] = a[j] * c + x: the place's adjoint is taken over, neither cleared nor added to; but the
// terms may lie in the same place, only in some of the iterations or in parts.
#include "check.h"
static const int at[6] = {2, 0, 1, 2, 2, 0}, other[6] = {2, 1, 1, 0, 2, 0};

/// The place is read before the terms, one of which is the place itself in three iterations.
double firstRead(const double *x, int n) {
  double a[3] = {x[0], x[1], x[2]}, sum = 0;
  double *volatile kept = a;
  double *places = kept, *terms = kept;
  for (int i = 0; i < 6; i++)
    places[at[i]] = places[at[i]] + terms[other[i]] * x[i % n];
  for (int i = 0; i < n; i++)
    sum += a[i] * a[i] * (i + 1);
  return sum;
}
CHECK_FUNCTION_N(firstRead, 3, 1, -2, 0.5);

double scaled(const double *x, int n) {
  double a[3] = {x[0], x[1], x[2]}, sum = 0;
  double *volatile kept = a;
  double *places = kept, *terms = kept;
  for (int i = 0; i < 6; i++)
    places[at[i]] = places[at[i]] * 0.5 - terms[other[i]] * terms[at[i]];
  for (int i = 0; i < n; i++)
    sum += a[i] * a[i] * (i + 1);
  return sum;
}
CHECK_FUNCTION_N(scaled, 3, 1, -2, 0.5);

struct Point { double x, y, z; };

/// Members are loaded all before any is stored, and the terms may be the same point.
double members(const double *x, int n) {
  struct Point points[3], *volatile kept = points;
  for (int i = 0; i < 3; i++)
    points[i] = (struct Point){x[i], x[(i + 1) % n], x[i] * x[i]};
  struct Point *p = kept, *q = kept;
  for (int i = 0; i < 6; i++) {
    struct Point *to = p + at[i], *from = q + other[i];
    struct Point sum = {to->x + from->y * from->x, to->y - from->z, to->z * 0.5 + from->x * to->y};
    *to = sum;
  }
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += points[i].x * points[i].y + points[i].z * points[i].z;
  return sum;
}
CHECK_FUNCTION_N(members, 3, 1, -2, 0.5);

/// What was read is used after the store, too, and two stores follow one load.
double usedLater(const double *x, int n) {
  double a[3] = {x[0], x[1], x[2]}, sum = 0;
  double *volatile kept = a;
  double *places = kept, *terms = kept;
  for (int i = 0; i < 6; i++) {
    double before = places[at[i]], term = terms[other[i]];
    places[at[i]] = before * x[1] + term;
    sum += before * terms[other[i]];
    places[at[i]] = term * before - x[0];
  }
  for (int i = 0; i < n; i++)
    sum += a[i] * a[i] * (i + 1);
  return sum;
}
CHECK_FUNCTION_N(usedLater, 3, 1, -2, 0.5);

/// Places that overlap by half a pair: what one stores the other has read.
double pairs(const double *x, int n) {
  double a[5] = {x[0], x[1], x[2], x[0] * x[1], x[1] * x[2]}, sum = 0;
  double *volatile kept = a;
  double *p = kept, *q = kept + 1;
  for (int i = 0; i < 3; i++) {
    double here = p[i], next = p[i + 1], third = q[i], fourth = q[i + 1];
    p[i] = here + third * x[0];
    p[i + 1] = next * 0.5 + fourth;
    q[i + 1] = fourth * here - next;
  }
  for (int i = 0; i < 5; i++)
    sum += a[i] * a[i] * (i + 1);
  return sum * x[n - 1];
}
CHECK_FUNCTION_N(pairs, 3, 1, -2, 0.5);
