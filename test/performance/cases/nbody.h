/*===- nbody.h - pairwise forces, and a number made of them ----------------===
 *
 * The loop over pairs adds to both partners' accelerations. Nothing is restrict:
 * for all the compiler knows, a store to `a` may change `x`.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_NBODY_H
#define BENCH_NBODY_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

template <class T> void accelerations(int n, const T *x, const double *mass, T *a) {
  using std::sqrt;
  const double softening = 1e-3;
  for (int i = 0; i < 3 * n; i++)
    a[i] = 0.0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      T dx = x[3 * i] - x[3 * j], dy = x[3 * i + 1] - x[3 * j + 1], dz = x[3 * i + 2] - x[3 * j + 2];
      T square = dx * dx + dy * dy + dz * dz + softening;
      T inverse = 1.0 / (square * sqrt(square));
      a[3 * i] -= mass[j] * inverse * dx;
      a[3 * i + 1] -= mass[j] * inverse * dy;
      a[3 * i + 2] -= mass[j] * inverse * dz;
      a[3 * j] += mass[i] * inverse * dx;
      a[3 * j + 1] += mass[i] * inverse * dy;
      a[3 * j + 2] += mass[i] * inverse * dz;
    }
}

struct Nbody {
  int n;
  std::vector<double> x, mass, weights;
  explicit Nbody(int n) : n(n) {
    bench::Random random;
    x = random.numbers(3 * n, -1, 1);
    mass = random.numbers(n, 0.5, 1.5);
    weights = random.numbers(3 * n, -1, 1);
  }
  std::string size() const { return "nbody n=" + std::to_string(n); }
  template <class T> T value(const T *x) const {
    std::vector<T> a(3 * n);
    accelerations(n, x, mass.data(), a.data());
    T sum = 0.0;
    for (int i = 0; i < 3 * n; i++)
      sum += weights[i] * a[i];
    return sum;
  }
};
using Case = Nbody;

#endif
