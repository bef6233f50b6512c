// Dormand-Prince with rejected steps, callbacks with context, a history that grows and errors by goto.
// growing history, event search
#include "check.h"
#include <errno.h>
typedef int (*rhs_t)(double t, const double *y, double *dy, void *user);
typedef struct {
  double mu, k[2];
  int calls;
  struct hist *h;
} model;
struct hist {
  int n, cap;
  double *t;
  double **y;
};
static int push(struct hist *h, double t, const double *y, int n) {
  if (h->n == h->cap) {
    int c = h->cap ? h->cap + h->cap / 2 + 1 : 2;
    double *nt = realloc(h->t, c * sizeof *nt);
    if (!nt)
      return ENOMEM;
    h->t = nt;
    double **ny = realloc(h->y, c * sizeof *ny);
    if (!ny)
      return ENOMEM;
    h->y = ny;
    h->cap = c;
  }
  h->t[h->n] = t;
  h->y[h->n] = malloc(n * sizeof(double));
  memcpy(h->y[h->n++], y, n * sizeof(double));
  return 0;
}
static int vdp(double t, const double *y, double *dy, void *user) {
  model *m = user;
  m->calls++;
  dy[0] = y[1];
  dy[1] = m->mu * (1 - y[0] * y[0]) * y[1] - m->k[0] * y[0] + m->k[1] * cos(t);
  return !(fabs(y[0]) < 1e6);
}
static const double A[7][6] = {{0},
                               {1. / 5},
                               {3. / 40, 9. / 40},
                               {44. / 45, -56. / 15, 32. / 9},
                               {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
                               {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
                               {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
static const double E[7] = {71. / 57600,      0,         -71. / 16695, 71. / 1920,
                            -17253. / 339200, 22. / 525, -1. / 40},
                    C[7] = {0, .2, .3, .8, 8. / 9, 1, 1};
static int solve(rhs_t rhs, double *y, int n, double t0, double t1, void *user) {
  int rc = 0, rejected = 0;
  double h = 0.4, t = t0;
  double *buf = malloc(sizeof(double) * n * 9);
  if (!buf)
    return ENOMEM;
  double *k[7];
  for (int i = 0; i < 7; i++)
    k[i] = buf + i * n;
  double *tmp = buf + 7 * n, *ynew = tmp + n;
  model *m = user;
  if ((rc = rhs(t, y, k[0], user)))
    goto out;
  while (t < t1 - 1e-12) {
    if (t + h > t1)
      h = t1 - t;
    for (int s = 1; s < 7; s++) {
      for (int i = 0; i < n; i++) {
        double a = 0;
        for (int j = 0; j < s; j++)
          a += A[s][j] * k[j][i];
        tmp[i] = y[i] + h * a;
      }
      if ((rc = rhs(t + C[s] * h, tmp, k[s], user)))
        goto out;
      if (s == 6)
        memcpy(ynew, tmp, n * sizeof *tmp);
    }
    double err = 0;
    for (int i = 0; i < n; i++) {
      double e = 0;
      for (int j = 0; j < 7; j++)
        e += E[j] * k[j][i];
      e *= h / (1e-3 + 1e-3 * fmax(fabs(y[i]), fabs(ynew[i])));
      err += e * e;
    }
    err = sqrt(err / n);
    if (err > 1) {
      rejected++;
      h *= 0.5;
      if (rejected > 20) {
        rc = -1;
        goto out;
      }
      continue;
    }
    t += h;
    memcpy(y, ynew, n * sizeof *y);
    double *sw = k[0];
    k[0] = k[6];
    k[6] = sw;
    if ((rc = push(m->h, t, y, n)))
      goto out;
    if (err < 0.1)
      h *= 2;
  }
out:
  free(buf);
  return rc;
}
double f(const double *x, int n) {
  struct hist h = {0};
  model m = {x[0], {x[1], x[2]}, 0, &h};
  double y[2] = {x[2] + 1, 0.3 * x[0]}, s = 0;
  if (solve(vdp, y, 2, 0, 2.5, &m))
    return NAN;
  for (int i = 1; i < h.n; i++)
    s += 0.5 * (h.t[i] - h.t[i - 1]) * (h.y[i][0] * h.y[i][0] + h.y[i - 1][0]);
  for (int i = 0; i < h.n; i++)
    free(h.y[i]);
  free(h.y);
  free(h.t);
  return s + y[1] + 1e-3 * m.calls * y[0];
}
CHECK_FUNCTION_N(f, 3, 0.8, 1.1, 0.45);
