// Loops that read an array several times, and that exceptions leave; memory of containers.
#include "check.h"
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

enum { N = 12 };

/// An exception in the loop, caught where the array is another already.
NOINLINE static double pairs(const std::vector<double> &x, double limit) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); i++)
    for (std::size_t j = 0; j < x.size(); j++) {
      sum += x[j] * std::sin(x[i] * x[j]);
      if (sum > limit)
        throw std::runtime_error("too much");
    }
  return sum;
}
NOINLINE static double allPairs(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += x[j] * std::sin(x[i] * x[j]);
  if (sum > 100)
    throw std::runtime_error("too much");
  return sum;
}
void caught(const double *x, double *y) {
  std::vector<double> own(x, x + N);
  y[0] = y[1] = 0;
  for (double limit : {1000., 0.5, 1000.}) {
    try {
      y[0] += pairs(own, limit);
    } catch (const std::runtime_error &) {
      y[0] += own[1] * own[2];
    }
    try {
      y[1] += allPairs(own.data(), limit > 1 ? N : 0) * limit;
    } catch (const std::runtime_error &) {
      y[1] -= own[3];
    }
    for (double &number : own)
      number *= number + 0.5;
  }
}

/// Two containers that change places, the loops inlined.
void wave(const double *x, double *y) {
  std::vector<double> now(N * N), next(N * N);
  for (int i = 0; i < N * N; i++)
    now[i] = next[i] = 0.5 * x[i % N] + 0.05 * (i % 5);
  for (int t = 0; t < 4; t++) {
    for (int i = 1; i + 1 < N; i++)
      for (int j = 1; j + 1 < N; j++)
        next[i * N + j] = now[i * N + j] * (0.5 + 0.1 * now[(i - 1) * N + j] -
                                            0.2 * now[(i + 1) * N + j] * now[i * N + j - 1]);
    std::swap(now, next);
  }
  y[0] = y[1] = 0;
  for (int i = 0; i < N * N; i++)
    y[i % 2] += now[i] * now[i];
}

/// Arrays in objects, of a size that is known; references.
struct Particles {
  std::array<double, N> x, v;
  std::array<float, N> mass;
};
NOINLINE static void accelerate(Particles &p) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double d = p.x[j] - p.x[i];
      p.v[i] += p.mass[j] * d / (0.1 + d * d);
    }
  for (int i = 0; i < N; i++)
    p.x[i] += 0.1 * p.v[i], p.mass[i] *= 0.75f;
}
void particles(const double *x, double *y) {
  Particles p;
  for (int i = 0; i < N; i++)
    p.x[i] = x[i], p.v[i] = 0, p.mass[i] = float(i % 3) + 0.5f;
  for (int t = 0; t < 3; t++)
    accelerate(p);
  for (int i = 0; i < N; i++)
    y[i] = p.x[i] * p.v[i];
}

CHECK_VECTOR(caught, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_VECTOR(wave, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_VECTOR(particles, N, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
