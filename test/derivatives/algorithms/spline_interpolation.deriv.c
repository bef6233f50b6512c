// A natural cubic spline: set-up on the heap, the interval found by bisection of the active
// abscissa.
#include "check.h"

typedef struct {
  double *x, *y, *curvature;
  int n;
} spline;
static spline make(const double *y, int n) {
  spline s = {malloc(sizeof(double) * (size_t)n), malloc(sizeof(double) * (size_t)n),
              calloc((size_t)n, sizeof(double)), n};
  double *u = (double *)calloc((size_t)n, sizeof(double));
  for (int i = 0; i < n; i++)
    s.x[i] = i + 0.1 * i * i, s.y[i] = y[i];
  for (int i = 1; i < n - 1; i++) {
    const double sig = (s.x[i] - s.x[i - 1]) / (s.x[i + 1] - s.x[i - 1]),
                 p = sig * s.curvature[i - 1] + 2;
    s.curvature[i] = (sig - 1) / p;
    u[i] = (s.y[i + 1] - s.y[i]) / (s.x[i + 1] - s.x[i]) -
           (s.y[i] - s.y[i - 1]) / (s.x[i] - s.x[i - 1]);
    u[i] = (6 * u[i] / (s.x[i + 1] - s.x[i - 1]) - sig * u[i - 1]) / p;
  }
  for (int i = n - 2; i >= 0; i--)
    s.curvature[i] = s.curvature[i] * s.curvature[i + 1] + u[i];
  free(u);
  return s;
}
static double at(const spline *s, double x) {
  int low = 0, high = s->n - 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (s->x[middle] > x)
      high = middle;
    else
      low = middle;
  }
  const double h = s->x[high] - s->x[low], a = (s->x[high] - x) / h, b = (x - s->x[low]) / h;
  return a * s->y[low] + b * s->y[high] +
         ((a * a * a - a) * s->curvature[low] + (b * b * b - b) * s->curvature[high]) * h * h / 6;
}
double f(const double *p) {
  spline s = make(p, 5);
  const double r = at(&s, p[5]) * at(&s, p[5] * p[5]);
  free(s.x);
  free(s.y);
  free(s.curvature);
  return r;
}

CHECK_FUNCTION(f, 6, 1, -0.5, 0.25, 2, 0.75, 1.7);
