/* mixture.c - the formulas of mixture.h as loops. The density of one point
 * costs O(k d²); everything that does not depend on the point is done before. */
#include "mixture.h"

#include <math.h>
#include <stdlib.h>

/* log Σ exp(v_i) without overflow. */
static double log_sum_exp(int n, const double *v) {
  double largest = v[0];
  for (int i = 1; i < n; i++)
    if (v[i] > largest)
      largest = v[i];
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += exp(v[i] - largest);
  return largest + log(sum);
}

struct component {
  const double *mean, *diagonal, *lower;
};

/* ½ |Q (x - mean)|² for one component; work holds 2 d numbers. */
static double half_distance(int d, const double *x, struct component c, double *work) {
  double *centred = work, *image = work + d;
  for (int i = 0; i < d; i++) {
    centred[i] = x[i] - c.mean[i];
    image[i] = c.diagonal[i] * centred[i];
  }
  for (int column = 0; column < d; column++)
    for (int row = column + 1; row < d; row++)
      image[row] += *c.lower++ * centred[column];
  double sum = 0;
  for (int i = 0; i < d; i++)
    sum += image[i] * image[i];
  return 0.5 * sum;
}

/* Logarithm of the multivariate gamma function Γ_d(a). */
static double log_gamma_d(double a, int d) {
  double value = 0.25 * d * (d - 1) * log(M_PI);
  for (int j = 0; j < d; j++)
    value += lgamma(a - 0.5 * j);
  return value;
}

static double log_wishart(const struct mixture *mix, int d, const struct wishart *prior,
                          const double *diagonals, const double *log_dets) {
  int freedom = d + prior->m + 1, size = factor_size(d);
  double constant = freedom * d * (log(prior->gamma) - 0.5 * log(2.0)) -
                    log_gamma_d(0.5 * freedom, d);
  double value = 0;
  for (int j = 0; j < mix->k; j++) {
    double squares = 0;
    for (int i = 0; i < d; i++)
      squares += diagonals[j * d + i] * diagonals[j * d + i];
    for (int i = d; i < size; i++)
      squares += mix->factors[j * size + i] * mix->factors[j * size + i];
    value += prior->m * log_dets[j] - 0.5 * prior->gamma * prior->gamma * squares;
  }
  return value + mix->k * constant;
}

double mixture_log_posterior(const struct mixture *mix, const struct points *p,
                             const struct wishart *prior) {
  int d = p->d, k = mix->k, size = factor_size(d);
  double *diagonals = malloc(sizeof(double) * (size_t)k * (size_t)d);
  double *log_dets = malloc(sizeof(double) * (size_t)k);
  double *terms = malloc(sizeof(double) * (size_t)k);
  double *work = malloc(sizeof(double) * 2 * (size_t)d);

  for (int j = 0; j < k; j++) {
    log_dets[j] = 0;
    for (int i = 0; i < d; i++) {
      log_dets[j] += mix->factors[j * size + i];
      diagonals[j * d + i] = exp(mix->factors[j * size + i]);
    }
  }

  double value = -0.5 * p->n * d * log(2 * M_PI);
  for (int i = 0; i < p->n; i++) {
    for (int j = 0; j < k; j++) {
      struct component c = {mix->means + j * d, diagonals + j * d, mix->factors + j * size + d};
      terms[j] = mix->alphas[j] + log_dets[j] - half_distance(d, p->x + (long)i * d, c, work);
    }
    value += log_sum_exp(k, terms);
  }
  value -= p->n * log_sum_exp(k, mix->alphas);
  value += log_wishart(mix, d, prior, diagonals, log_dets);

  free(diagonals), free(log_dets), free(terms), free(work);
  return value;
}
