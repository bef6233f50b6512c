/* faithful.c - fits a mixture of two Gaussians to the eruptions of the Old
 * Faithful geyser (R's data set `faithful`): duration and waiting time of 272
 * eruptions. The gradient of the log posterior drives L-BFGS until it vanishes.
 *
 *   faithful DATA.csv FIT.csv
 *
 * FIT.csv gets one row per component: weight, means, inverse factor
 * (q11, q21, q22), in the data's units; the first line holds the log likelihood. */
#include "../objectives/mixture.c"
#include "../objectives/mixture_gradient.h"

#include "lbfgs.h"
#include "measure.h"

#include <stdio.h>
#include <string.h>

enum { D = 2, K = 2, FACTOR = D * (D + 1) / 2, VARIABLES = K * (1 + D + FACTOR), MOST = 1000 };

struct fit {
  struct points points;
  struct wishart prior;
  double centre[D], scale[D]; /* data = centre + scale * points */
  double start[VARIABLES];    /* the first guess */
};

static struct mixture view(const double *v) {
  double *first = (double *)v;
  struct mixture mix = {K, first, first + K, first + K + K * D};
  return mix;
}

/* Reads rows `"name",eruptions,waiting` after a header line. */
static int read_csv(const char *path, double *x) {
  FILE *file = fopen(path, "r");
  char line[256];
  int n = 0;
  if (!file || !fgets(line, sizeof line, file))
    return 0;
  while (n < MOST && fgets(line, sizeof line, file)) {
    const char *comma = strchr(line, ',');
    if (comma && sscanf(comma, ",%lf,%lf", x + D * n, x + D * n + 1) == 2)
      n++;
  }
  fclose(file);
  return n;
}

static void standardise(struct fit *fit, double *x) {
  int n = fit->points.n;
  for (int j = 0; j < D; j++) {
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++)
      sum += x[D * i + j];
    fit->centre[j] = sum / n;
    for (int i = 0; i < n; i++)
      squares += (x[D * i + j] - fit->centre[j]) * (x[D * i + j] - fit->centre[j]);
    fit->scale[j] = sqrt(squares / n);
    for (int i = 0; i < n; i++)
      x[D * i + j] = (x[D * i + j] - fit->centre[j]) / fit->scale[j];
  }
}

static double log_posterior(const struct fit *fit, const double *v) {
  struct mixture mix = view(v);
  return mixture_log_posterior(&mix, &fit->points, &fit->prior);
}

/* Minus log posterior per point, and its gradient. */
static double evaluate(void *context, const double *v, double *gradient) {
  struct fit *fit = context;
  memset(gradient, 0, VARIABLES * sizeof(double));
#if DEMO_DERIVATIVES
  struct mixture mix = view(v), d = view(gradient);
  mixture_gradient(&mix, &d, &fit->points, &fit->prior);
#else
  double moved[VARIABLES];
  memcpy(moved, v, sizeof moved);
  for (int i = 0; i < VARIABLES; i++) {
    moved[i] = v[i] + 1e-5;
    double up = log_posterior(fit, moved);
    moved[i] = v[i] - 1e-5;
    gradient[i] = (up - log_posterior(fit, moved)) / 2e-5;
    moved[i] = v[i];
  }
#endif
  for (int i = 0; i < VARIABLES; i++)
    gradient[i] /= -fit->points.n;
  return -log_posterior(fit, v) / fit->points.n;
}

/* The log likelihood of the data in its own units, without the prior. */
static double log_likelihood(const struct fit *fit, const double *v) {
  struct mixture mix = view(v);
  struct wishart none = {1, 0};
  double with = mixture_log_posterior(&mix, &fit->points, &none);
  double diagonals[K * D], log_dets[K] = {0};
  for (int j = 0; j < K; j++)
    for (int i = 0; i < D; i++)
      diagonals[j * D + i] = exp(mix.factors[j * FACTOR + i]);
  double units = fit->points.n * (log(fit->scale[0]) + log(fit->scale[1]));
  return with - log_wishart(&mix, D, &none, diagonals, log_dets) - units;
}

static int write_fit(const struct fit *fit, const double *v, const char *path) {
  struct mixture mix = view(v);
  FILE *file = fopen(path, "w");
  if (!file)
    return 1;
  double total = log_sum_exp(K, mix.alphas);
  fprintf(file, "# %.15g\n", log_likelihood(fit, v));
  for (int j = 0; j < K; j++) {
    const double *q = mix.factors + j * FACTOR, *mean = mix.means + j * D;
    fprintf(file, "%.15g,%.15g,%.15g,%.15g,%.15g,%.15g\n", exp(mix.alphas[j] - total),
            fit->centre[0] + fit->scale[0] * mean[0], fit->centre[1] + fit->scale[1] * mean[1],
            exp(q[0]) / fit->scale[0], q[2] / fit->scale[0], exp(q[1]) / fit->scale[1]);
    printf("  component %d: weight %.3f, mean (%.3f min, %.2f min)\n", j + 1,
           exp(mix.alphas[j] - total), fit->centre[0] + fit->scale[0] * mean[0],
           fit->centre[1] + fit->scale[1] * mean[1]);
  }
  return fclose(file);
}

/* The gradient at the first guess, against differences. */
static double primal(void *context) {
  struct fit *fit = context;
  return log_posterior(fit, fit->start);
}

#if DEMO_DERIVATIVES
static void reverse(void *context, double *gradient) {
  struct fit *fit = context;
  memset(gradient, 0, VARIABLES * sizeof(double));
  struct mixture mix = view(fit->start), d = view(gradient);
  mixture_gradient(&mix, &d, &fit->points, &fit->prior);
}

static double forward(void *context, const double *direction) {
  struct fit *fit = context;
  struct mixture mix = view(fit->start), d = view(direction);
  return mixture_directional(&mix, &d, &fit->points, &fit->prior);
}
#else
#define reverse NULL
#define forward NULL
#endif

int main(int argc, char **argv) {
  static double x[D * MOST];
  int n = argc == 3 ? read_csv(argv[1], x) : 0;
  if (n == 0)
    return fprintf(stderr, "usage: faithful DATA.csv FIT.csv (with at least one row)\n"), 1;
  /* Two equal round components, a little apart. */
  struct fit fit = {{D, n, x}, {1e-4, 0}, {0}, {0}, {0, 0, -0.5, -0.5, 0.5, 0.5}};
  standardise(&fit, x);
  struct demo_case c = {"faithful", VARIABLES, fit.start, primal, reverse, forward, &fit, 1e-6, 0};
  int wrong = demo_check(&c);

  double v[VARIABLES];
  memcpy(v, fit.start, sizeof v);
  struct lbfgs_problem problem = {VARIABLES, evaluate, &fit, DEMO_DERIVATIVES ? 1e-9 : 1e-7, 500};
  struct lbfgs_result r = lbfgs_minimise(&problem, v);
  printf("  %d points; %s after %d steps, %d gradients; largest gradient component %.1e\n", n,
         r.converged ? "converged" : "NOT CONVERGED", r.steps, r.evaluations, r.gradient);
  return wrong | write_fit(&fit, v, argv[2]) | !r.converged;
}
