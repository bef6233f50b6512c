/*===- gmm.h - logarithm of the posterior of a Gaussian mixture ------------===
 *
 * For points x_i in R^d and k components with weights softmax(alpha), means mu_j and
 * inverse covariances Q_jᵀQ_j,
 *
 *   Σ_i logsumexp_j(alpha_j + Σ q_j - ½ |Q_j (x_i - mu_j)|²) - n logsumexp(alpha) + prior
 *
 * Q_j is lower triangular: its diagonal is exp(q_j), the first d entries of the j-th
 * block of `factors`; the strict lower triangle follows column by column.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_GMM_H
#define BENCH_GMM_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

template <class T> T logsumexp(int n, const T *x) {
  using std::exp, std::log;
  T largest = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] > largest)
      largest = x[i];
  T sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += exp(x[i] - largest);
  return largest + log(sum);
}

/** y = Q v for the triangle Q. */
template <class T> void triangleTimes(int d, const T *diagonal, const T *lower, const T *v, T *y) {
  for (int r = 0; r < d; r++)
    y[r] = diagonal[r] * v[r];
  for (int c = 0; c < d; c++)
    for (int r = c + 1; r < d; r++)
      y[r] += *lower++ * v[c];
}

template <class T> T squaredNorm(int n, const T *v) {
  T sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += v[i] * v[i];
  return sum;
}

/** Wishart prior, up to its constant. */
template <class T>
T prior(int d, int k, const T *factors, const T *diagonals, const T *logDeterminants, double gamma, int m) {
  int strict = d * (d - 1) / 2;
  T result = 0.0;
  for (int j = 0; j < k; j++) {
    const T *lower = factors + j * (d + strict) + d;
    T norm = squaredNorm(d, diagonals + j * d) + squaredNorm(strict, lower);
    result += 0.5 * gamma * gamma * norm - m * logDeterminants[j];
  }
  return result;
}

template <class T>
T mixture(int d, int k, int n, const T *alphas, const T *means, const T *factors, const double *points,
          double gamma, int m) {
  using std::exp;
  int block = d + d * (d - 1) / 2;
  std::vector<T> diagonals(k * d), logDeterminants(k), centred(d), product(d), terms(k);
  for (int j = 0; j < k; j++) {
    logDeterminants[j] = 0.0;
    for (int r = 0; r < d; r++) {
      logDeterminants[j] += factors[j * block + r];
      diagonals[j * d + r] = exp(factors[j * block + r]);
    }
  }
  T sum = 0.0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < k; j++) {
      for (int r = 0; r < d; r++)
        centred[r] = points[i * d + r] - means[j * d + r];
      triangleTimes(d, &diagonals[j * d], factors + j * block + d, centred.data(), product.data());
      terms[j] = alphas[j] + logDeterminants[j] - 0.5 * squaredNorm(d, product.data());
    }
    sum += logsumexp(k, terms.data());
  }
  return sum - n * logsumexp(k, alphas) +
         prior(d, k, factors, diagonals.data(), logDeterminants.data(), gamma, m);
}

struct Gmm {
  int d, k, n;
  double gamma = 1;
  int m = 0;
  std::vector<double> x; // alphas, means, factors
  std::vector<double> points;

  Gmm(int d, int k, int n) : d(d), k(k), n(n) {
    bench::Random random;
    x = random.numbers(k + k * d + k * block(), -0.5, 0.5);
    points = random.numbers(n * d, -1, 1);
  }
  int block() const { return d * (d + 1) / 2; }
  std::string size() const {
    return "gmm d=" + std::to_string(d) + " k=" + std::to_string(k) + (n == 1000 ? "" : " n=" + std::to_string(n));
  }
  template <class T> T value(const T *x) const {
    return mixture(d, k, n, x, x + k, x + k + k * d, points.data(), gamma, m);
  }
};
using Case = Gmm;

#endif
