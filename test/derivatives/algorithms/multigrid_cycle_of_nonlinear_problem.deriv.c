// V-cycles of a nonlinear problem: levels in one arena, recursion, smoothers from a table.
// function pointer smoother
#include "check.h"
typedef struct level {
  int n;
  double h, *u, *f, *r;
  struct level *coarse, *fine;
} level;
typedef void (*smoother)(level *, double, int);
static double arena[400];
static size_t used;
static double *grab(int n) {
  double *p = arena + used;
  used += n;
  for (int i = 0; i < n; i++)
    p[i] = 0;
  return p;
}
static void residual(level *l, double lam) {
  for (int i = 1; i < l->n; i++)
    l->r[i] = l->f[i] - ((2 * l->u[i] - l->u[i - 1] - l->u[i + 1]) / (l->h * l->h) +
                         lam * l->u[i] * exp(l->u[i]));
}
static void gauss(level *l, double lam, int color) {
  for (int i = 1 + color; i < l->n; i += 2) {
    double e = exp(l->u[i]);
    double F =
        (2 * l->u[i] - l->u[i - 1] - l->u[i + 1]) / (l->h * l->h) + lam * l->u[i] * e - l->f[i];
    l->u[i] -= F / (2 / (l->h * l->h) + lam * (1 + l->u[i]) * e);
  }
}
static void jacobi(level *l, double lam, int color) {
  (void)color;
  residual(l, lam);
  for (int i = 1; i < l->n; i++)
    l->u[i] += 0.7 * l->r[i] / (2 / (l->h * l->h) + lam);
}
static const smoother smoothers[] = {gauss, jacobi};
static void cycle(level *l, double lam, int which) {
  smoother s = smoothers[which % 2];
  for (int k = 0; k < 2; k++)
    s(l, lam, k);
  if (l->coarse) {
    level *c = l->coarse;
    residual(l, lam);
    double old[c->n + 1];
    for (int i = 0; i <= c->n; i++)
      old[i] = c->u[i] = l->u[2 * i];
    for (int i = 1; i < c->n; i++)
      c->f[i] = 0.25 * (l->r[2 * i - 1] + 2 * l->r[2 * i] + l->r[2 * i + 1]) +
                (2 * c->u[i] - c->u[i - 1] - c->u[i + 1]) / (c->h * c->h) +
                lam * c->u[i] * exp(c->u[i]);
    cycle(c, lam, which + 1);
    for (int i = 0; i <= c->n; i++)
      old[i] = c->u[i] - old[i];
    for (int i = 0; i < c->n; i++) {
      l->u[2 * i] += old[i];
      l->u[2 * i + 1] += 0.5 * (old[i] + old[i + 1]);
    }
  } else
    for (int k = 0; k < 4; k++)
      s(l, lam, 0);
  for (int k = 2; k--;)
    smoothers[0](l, lam, k);
}
double f(const double *x, int n) {
  used = 0;
  level ls[3] = {0};
  for (int k = 0; k < 3; k++) {
    level *l = &ls[k];
    l->n = 8 >> k;
    l->h = 1.0 / l->n;
    l->u = grab(l->n + 1);
    l->f = grab(l->n + 1);
    l->r = grab(l->n + 1);
    if (k) {
      l->fine = &ls[k - 1];
      l->fine->coarse = l;
    }
  }
  for (int i = 0; i <= 8; i++)
    ls[0].f[i] = x[0] * i * 0.3 + x[1] * (8 - i) * 0.2;
  for (int it = 0; it < 2; it++)
    cycle(ls, x[2], it);
  double s = 0;
  for (int i = 0; i <= 8; i++)
    s += ls[0].u[i] * ls[0].u[i];
  return s;
}
CHECK_FUNCTION_N(f, 3, 0.9, 0.5, 0.7);
