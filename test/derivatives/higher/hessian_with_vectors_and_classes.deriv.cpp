// Hessian-vector products in C++: std::vector inside, classes with arrays, virtual terms.
#include "nests.h"
#include <array>
#include <memory>
#include <numeric>
#include <vector>
static double chain(const double *x, int n) {
  std::vector<double> state(x, x + n), next(n);
  for (int step = 0; step < 2; step++) {
    for (int i = 0; i < n; i++)
      next[i] = std::sin(state[i]) + state[(i + 1) % n] * state[i];
    state.swap(next);
  }
  return std::inner_product(state.begin(), state.end(), state.begin(), 0.0);
}
struct Term {
  virtual double at(const double *x) const = 0;
  virtual ~Term() = default;
};
struct Spring : Term {
  int a, b;
  double stiffness;
  Spring(int a, int b, double stiffness) : a(a), b(b), stiffness(stiffness) {}
  double at(const double *x) const override { return stiffness * (x[a] - x[b]) * (x[a] - x[b]) * x[a]; }
};
struct Weight : Term {
  int a;
  explicit Weight(int a) : a(a) {}
  double at(const double *x) const override { return std::exp(-x[a]); }
};
static double energy(const double *x) {
  std::vector<std::unique_ptr<Term>> terms;
  terms.push_back(std::make_unique<Spring>(0, 1, 2.0));
  terms.push_back(std::make_unique<Weight>(1));
  terms.push_back(std::make_unique<Spring>(1, 2, 0.5));
  double sum = 0;
  for (const auto &term : terms)
    sum += term->at(x);
  return sum;
}
CHECK_HESSIAN_N(chain, 3, 0.5, -0.25, 0.75);
CHECK_HESSIAN(energy, 3, 0.5, -0.25, 0.75);
