// The same field stored both ways.
#include "check.h"
typedef struct {
  float unused;
  double x, y;
} point;
typedef struct {
  double x[4], y[4];
} points;

double f(const double *x) {
  point a[4];
  points s;
  for (int i = 0; i < 4; i++) {
    a[i].x = x[i] * x[i];
    a[i].y = x[3 - i];
    s.x[i] = a[i].x * a[i].y;
    s.y[i] = a[i].y + x[i];
  }
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += s.x[i] * s.y[3 - i] + a[i].x;
  return sum;
}

CHECK_FUNCTION(f, 4, 1, -2, 3, 0.5);
