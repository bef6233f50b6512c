/*===- linear.h - a product and two systems of equations, by BLAS and LAPACK ---===
 * link: -lopenblas
 * peers: none, they do not know the routines
 *
 * Each is one call of the library. Its derivative should be calls of it, too, as few as by hand: two products; the
 * solution of the transposed system, with the factors that are there.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_LINEAR_H
#define BENCH_LINEAR_H

#include "random.h"
#include <memory>
#include <string>
#include <vector>

extern "C" {
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
            const int *, const double *, const int *, const double *, double *, const int *);
void dposv_(const char *, const int *, const int *, double *, const int *, double *, const int *, int *);
void dgesv_(const int *, const int *, double *, const int *, int *, double *, const int *, int *);
void dpotrs_(const char *, const int *, const int *, const double *, const int *, double *, const int *, int *);
void dgetrs_(const char *, const int *, const int *, const double *, const int *, const int *, double *, const int *,
             int *);
double ddot_(const int *, const double *, const int *, const double *, const int *);
}

enum class System { Product, Definite, General };

/** Half the sum of squares of A B, or of X where A X = B; B is a matrix or one column. */
inline double energy(System system, int n, const double *x) {
  std::size_t square = std::size_t(n) * n;
  const int one = 1;
  std::vector<double> a(x, x + square);
  if (system == System::Product) {
    const int all = n * n;
    const double alpha = 1, beta = 0;
    std::vector<double> c(square);
    dgemm_("N", "N", &n, &n, &n, &alpha, a.data(), &n, x + square, &n, &beta, c.data(), &n);
    return ddot_(&all, c.data(), &one, c.data(), &one) / 2;
  }
  std::vector<double> b(x + square, x + square + n);
  int failed;
  if (system == System::Definite) {
    dposv_("L", &n, &one, a.data(), &n, b.data(), &n, &failed);
  } else {
    std::vector<int> pivots(n);
    dgesv_(&n, &one, a.data(), &n, pivots.data(), b.data(), &n, &failed);
  }
  return ddot_(&n, b.data(), &one, b.data(), &one) / 2;
}

struct Linear {
  System system;
  int n;
  std::vector<double> x;
  Linear(System system, int n) : system(system), n(n) {
    bench::Random random;
    std::size_t square = std::size_t(n) * n;
    x = random.numbers(square + (system == System::Product ? square : n), -1, 1);
    for (int i = 0; system != System::Product && i < n; i++)
      x[std::size_t(i) * (n + 1)] += 2.0 * n;
  }
  std::string size() const {
    const char *names[] = {"product", "cholesky", "lu"};
    return std::string("linear ") + names[int(system)] + " n=" + std::to_string(n);
  }
  double value(const double *at) const { return energy(system, n, at); }
};
using Case = Linear;

#endif
