/* mixture.h - logarithm of the posterior density of a Gaussian mixture model.
 *
 * For points x_1 … x_n in R^d and k components with weights softmax(alpha),
 * means mu_j and inverse covariances Q_j^T Q_j,
 *
 *   log p = -n d/2 log 2π + Σ_i logsumexp_j(alpha_j + log det Q_j - ½ |Q_j (x_i - mu_j)|²)
 *           - n logsumexp(alpha) + log prior.
 *
 * Q_j is lower triangular: its diagonal is exp(q) of the first d entries of the
 * j-th block of `factors`, its strict lower triangle follows column by column.
 * Each Q_j has a Wishart prior with scale 1/gamma and d + m + 1 degrees of freedom. */
#ifndef DEMO_MIXTURE_H
#define DEMO_MIXTURE_H

struct points {
  int d, n;
  const double *x; /* n rows of d numbers */
};

struct wishart {
  double gamma;
  int m;
};

struct mixture {
  int k;
  double *alphas;  /* k */
  double *means;   /* k rows of d */
  double *factors; /* k rows of d (d + 1) / 2 */
};

/* Numbers in one row of `factors`. */
static inline int factor_size(int d) { return d * (d + 1) / 2; }

double mixture_log_posterior(const struct mixture *mix, const struct points *p,
                             const struct wishart *prior);

#endif
