/* mixture_benchmark.c - gradient of the Gaussian mixture's posterior at the
 * classical size d = 10, k = 25, n = 1000: 1,650 variables, one number. */
#include "mixture.c"
#include "mixture_gradient.h"

#include "measure.h"

#include <string.h>

struct benchmark {
  struct points points;
  struct wishart prior;
  struct mixture mix;
  int variables;
};

/* The mixture whose numbers lie one after the other in v. */
static struct mixture view(const struct benchmark *b, const double *v) {
  int k = b->mix.k, d = b->points.d;
  double *first = (double *)v;
  struct mixture mix = {k, first, first + k, first + k + k * d};
  return mix;
}

static double primal(void *context) {
  struct benchmark *b = context;
  return mixture_log_posterior(&b->mix, &b->points, &b->prior);
}

#if DEMO_DERIVATIVES
static void reverse(void *context, double *gradient) {
  struct benchmark *b = context;
  memset(gradient, 0, (size_t)b->variables * sizeof(double));
  struct mixture d = view(b, gradient);
  mixture_gradient(&b->mix, &d, &b->points, &b->prior);
}

static double forward(void *context, const double *direction) {
  struct benchmark *b = context;
  struct mixture d = view(b, direction);
  return mixture_directional(&b->mix, &d, &b->points, &b->prior);
}
#else
#define reverse NULL
#define forward NULL
#endif

int main(void) {
  int d = 10, k = 25, n = 1000;
  unsigned long random = 1;
  struct benchmark b = {{d, n, NULL}, {1.0, 0}, {k, NULL, NULL, NULL}, 0};
  b.variables = k + k * d + k * factor_size(d);
  double *x = malloc(sizeof(double) * (size_t)n * (size_t)d);
  for (int i = 0; i < n * d; i++)
    x[i] = demo_normal(&random);
  b.points.x = x;
  double *v = malloc(sizeof(double) * (size_t)b.variables);
  for (int i = 0; i < b.variables; i++)
    v[i] = 0.5 * demo_normal(&random);
  b.mix = view(&b, v);

  struct demo_case c = {"mixture", b.variables, v, primal, reverse, forward, &b, 1e-6, 4e-3};
  int wrong = demo_check(&c);
  free(x), free(v);
  return wrong;
}
