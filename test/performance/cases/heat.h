/*===- heat.h - the heat equation on a square, explicit steps --------------===
 *
 * u ← u + c Δu with a conductivity c of its own in every cell, fixed at the rim.
 * The result is the distance of the last state to a target; unknown are the first
 * state and the conductivity.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_HEAT_H
#define BENCH_HEAT_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

template <class T> void heatStep(int n, const T *c, const T *u, T *next) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      int at = i * n + j;
      next[at] = u[at] + c[at] * (u[at - n] + u[at + n] + u[at - 1] + u[at + 1] - 4.0 * u[at]);
    }
}

template <class T> T heatMisfit(int n, const T *u, const double *target) {
  T sum = 0.0;
  for (int i = 0; i < n * n; i++)
    sum += (u[i] - target[i]) * (u[i] - target[i]);
  return sum;
}

template <class T> T heat(int n, int steps, const T *start, const T *c, const double *target) {
  std::vector<T> now(start, start + n * n), next(start, start + n * n);
  T *u = now.data(), *v = next.data();
  for (int s = 0; s < steps; s++) {
    heatStep(n, c, u, v);
    std::swap(u, v);
  }
  return heatMisfit(n, u, target);
}

/** The same, with few snapshots kept by the derivative. */
template <class T>
T heatWithSnapshots(int n, int steps, int snapshots, const T *start, const T *c, const double *target) {
  std::vector<T> now(start, start + n * n), next(start, start + n * n);
  T *u = now.data(), *v = next.data();
#pragma enzyme checkpoint(snapshots)
  for (int s = 0; s < steps; s++) {
    heatStep(n, c, u, v);
    std::swap(u, v);
  }
  return heatMisfit(n, u, target);
}

struct Heat {
  int n, steps, snapshots; // 0: everything is kept
  std::vector<double> x, target; // first state, conductivity
  Heat(int n, int steps, int snapshots = 0) : n(n), steps(steps), snapshots(snapshots) {
    bench::Random random;
    x = random.numbers(n * n, 0, 1);
    auto c = random.numbers(n * n, 0.05, 0.2);
    x.insert(x.end(), c.begin(), c.end());
    target = random.numbers(n * n, 0, 1);
  }
  std::string size() const {
    std::string text = "heat " + std::to_string(n) + "² steps=" + std::to_string(steps);
    return snapshots ? text + " snapshots=" + std::to_string(snapshots) : text;
  }
  template <class T> T value(const T *x) const { return heat(n, steps, x, x + n * n, target.data()); }
};
using Case = Heat;

#endif
