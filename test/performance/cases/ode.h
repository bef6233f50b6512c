/*===- ode.h - Lorenz's ring of 1996 by Runge-Kutta of fourth order --------===
 *
 * x_i' = (x_{i+1} - x_{i-2}) x_{i-1} - x_i + F. The result is half the squared
 * length of the last state; unknown is the first.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_ODE_H
#define BENCH_ODE_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

template <class T> void ring(int n, const T *x, T *slope) {
  const double force = 8;
  slope[0] = (x[1] - x[n - 2]) * x[n - 1] - x[0] + force;
  slope[1] = (x[2] - x[n - 1]) * x[0] - x[1] + force;
  for (int i = 2; i < n - 1; i++)
    slope[i] = (x[i + 1] - x[i - 2]) * x[i - 1] - x[i] + force;
  slope[n - 1] = (x[0] - x[n - 3]) * x[n - 2] - x[n - 1] + force;
}

template <class T> struct Stages {
  std::vector<T> k1, k2, k3, k4, at;
  explicit Stages(int n) : k1(n), k2(n), k3(n), k4(n), at(n) {}
};

template <class T> void rungeKutta(int n, double h, T *x, Stages<T> &s) {
  ring(n, x, s.k1.data());
  for (int i = 0; i < n; i++)
    s.at[i] = x[i] + 0.5 * h * s.k1[i];
  ring(n, s.at.data(), s.k2.data());
  for (int i = 0; i < n; i++)
    s.at[i] = x[i] + 0.5 * h * s.k2[i];
  ring(n, s.at.data(), s.k3.data());
  for (int i = 0; i < n; i++)
    s.at[i] = x[i] + h * s.k3[i];
  ring(n, s.at.data(), s.k4.data());
  for (int i = 0; i < n; i++)
    x[i] += h / 6 * (s.k1[i] + 2.0 * s.k2[i] + 2.0 * s.k3[i] + s.k4[i]);
}

template <class T> T integrate(int n, int steps, double h, const T *start) {
  std::vector<T> x(start, start + n);
  Stages<T> stages(n);
  for (int s = 0; s < steps; s++)
    rungeKutta(n, h, x.data(), stages);
  T sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += 0.5 * x[i] * x[i];
  return sum;
}

struct Ode {
  int steps;
  double h = 0.005;
  std::vector<double> x;
  Ode(int n, int steps) : steps(steps) { x = bench::Random().numbers(n, -3, 8); }
  std::string size() const { return "ode n=" + std::to_string(x.size()) + " steps=" + std::to_string(steps); }
  template <class T> T value(const T *start) const { return integrate(int(x.size()), steps, h, start); }
};
using Case = Ode;

#endif
