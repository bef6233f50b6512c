/* lbfgs.c - limited-memory BFGS: the search direction is -H g, where H
 * approximates the inverse Hessian by the last few steps s and gradient changes
 * y (two-loop recursion); the step is halved until the value falls enough and
 * the pair keeps H positive definite, s·y > 0. */
#include "lbfgs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 8 };

struct history {
  int n, count; /* pairs ever seen; the last MEMORY are kept */
  double *s[MEMORY], *y[MEMORY];
};

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

static double largest(int n, const double *v) {
  double m = 0;
  for (int i = 0; i < n; i++)
    m = fmax(m, fabs(v[i]));
  return m;
}

/* d = -H g. */
static void search_direction(const struct history *h, const double *g, double *d) {
  int n = h->n, oldest = h->count > MEMORY ? h->count - MEMORY : 0;
  double a[MEMORY];
  for (int i = 0; i < n; i++)
    d[i] = -g[i];
  for (int k = h->count - 1; k >= oldest; k--) {
    const double *s = h->s[k % MEMORY], *y = h->y[k % MEMORY];
    a[k % MEMORY] = dot(n, s, d) / dot(n, s, y);
    for (int i = 0; i < n; i++)
      d[i] -= a[k % MEMORY] * y[i];
  }
  if (h->count) {
    const double *s = h->s[(h->count - 1) % MEMORY], *y = h->y[(h->count - 1) % MEMORY];
    double scale = dot(n, s, y) / dot(n, y, y);
    for (int i = 0; i < n; i++)
      d[i] *= scale;
  }
  for (int k = oldest; k < h->count; k++) {
    const double *s = h->s[k % MEMORY], *y = h->y[k % MEMORY];
    double b = dot(n, y, d) / dot(n, s, y);
    for (int i = 0; i < n; i++)
      d[i] += (a[k % MEMORY] - b) * s[i];
  }
}

static void remember(struct history *h, const double *step, const double *change) {
  if (dot(h->n, step, change) <= 1e-14 * dot(h->n, change, change))
    return;
  memcpy(h->s[h->count % MEMORY], step, (size_t)h->n * sizeof(double));
  memcpy(h->y[h->count % MEMORY], change, (size_t)h->n * sizeof(double));
  h->count++;
}

/* One point of the search with all that is known there. */
struct point {
  double value, *x, *gradient;
};

/* Goes from `here` along d to `next`; 0 if no step lowers the value. */
static int line_search(const struct lbfgs_problem *p, const struct point *here, const double *d,
                       struct point *next, int *evaluations) {
  double slope = dot(p->n, here->gradient, d), length = 1;
  for (int tries = 0; tries < 40; tries++, length *= 0.5) {
    for (int i = 0; i < p->n; i++)
      next->x[i] = here->x[i] + length * d[i];
    next->value = p->evaluate(p->context, next->x, next->gradient);
    ++*evaluations;
    double rounding = 1e-15 * fabs(here->value); /* near the end values no longer differ */
    if (next->value <= here->value + 1e-4 * length * slope + rounding)
      return 1;
  }
  return 0;
}

struct lbfgs_result lbfgs_minimise(const struct lbfgs_problem *p, double *x) {
  size_t n = (size_t)p->n;
  double *numbers = calloc(n * (2 * MEMORY + 5), sizeof(double)), *d = numbers + 4 * n;
  struct point here = {0, numbers, numbers + n}, next = {0, numbers + 2 * n, numbers + 3 * n};
  struct history history = {.n = p->n};
  for (int k = 0; k < MEMORY; k++) {
    history.s[k] = numbers + (5 + 2 * (size_t)k) * n;
    history.y[k] = history.s[k] + n;
  }
  memcpy(here.x, x, n * sizeof(double));
  here.value = p->evaluate(p->context, here.x, here.gradient);
  struct lbfgs_result r = {0, 1, 0, here.value, largest(p->n, here.gradient)};
  while (!(r.converged = r.gradient < p->tolerance) && r.steps < p->most_steps) {
    search_direction(&history, here.gradient, d);
    if (!line_search(p, &here, d, &next, &r.evaluations))
      break;
    for (size_t i = 0; i < n; i++) { /* `here` becomes the pair to remember */
      here.x[i] = next.x[i] - here.x[i];
      here.gradient[i] = next.gradient[i] - here.gradient[i];
    }
    remember(&history, here.x, here.gradient);
    struct point old = here;
    here = next, next = old;
    r.steps++, r.value = here.value, r.gradient = largest(p->n, here.gradient);
  }
  memcpy(x, here.x, n * sizeof(double));
  free(numbers);
  return r;
}
