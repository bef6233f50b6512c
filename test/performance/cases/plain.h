/*===- plain.h - loops as they are written without derivatives in mind -===
 *
 *  product   a product of matrices, by three loops
 *  solve     conjugate gradients with a stencil, in a fixed number of steps
 *  swarm     particles whose forces lie in an array; one step is two functions,
 *            which stay calls
 *  membrane  a nonlinear wave on a square: two buffers that change places, a
 *            step that stays a call
 *  minors    a determinant by minors, whose columns are a list
 *
 * No pointer is restrict.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_PLAIN_H
#define BENCH_PLAIN_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

template <class T> T product(int n, const T *a, const T *b) {
  std::vector<T> c(n * n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      T sum = 0.0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  T norm = 0.0;
  for (int i = 0; i < n * n; i++)
    norm += c[i] * c[i];
  return norm;
}

template <class T> T dot(int n, const T *x, const T *y) {
  T sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

template <class T> void laplace(int m, const T *c, const T *x, T *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      int k = i * m + j;
      T sum = 4.0 * x[k];
      if (i > 0)
        sum -= x[k - m];
      if (i < m - 1)
        sum -= x[k + m];
      if (j > 0)
        sum -= x[k - 1];
      if (j < m - 1)
        sum -= x[k + 1];
      y[k] = c[k] * x[k] + sum;
    }
}

template <class T> T solve(int m, int steps, const T *c, const T *b) {
  int n = m * m;
  std::vector<T> x(n), r(b, b + n), p(b, b + n), q(n);
  for (int i = 0; i < n; i++)
    x[i] = 0.0;
  T square = dot(n, r.data(), r.data());
  for (int s = 0; s < steps; s++) {
    laplace(m, c, p.data(), q.data());
    T alpha = square / dot(n, p.data(), q.data());
    for (int i = 0; i < n; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    T next = dot(n, r.data(), r.data()), beta = next / square;
    square = next;
    for (int i = 0; i < n; i++)
      p[i] = r[i] + beta * p[i];
  }
  return dot(n, x.data(), x.data());
}

template <class T> [[gnu::noinline]] void forces(int n, const T *x, const double *mass, T *f) {
  using std::sqrt;
  for (int i = 0; i < 3 * n; i++)
    f[i] = 0.0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      T dx = x[3 * j] - x[3 * i], dy = x[3 * j + 1] - x[3 * i + 1],
        dz = x[3 * j + 2] - x[3 * i + 2];
      T square = dx * dx + dy * dy + dz * dz + 0.01;
      T w = mass[i] * mass[j] / (square * sqrt(square));
      f[3 * i] += w * dx;
      f[3 * i + 1] += w * dy;
      f[3 * i + 2] += w * dz;
      f[3 * j] -= w * dx;
      f[3 * j + 1] -= w * dy;
      f[3 * j + 2] -= w * dz;
    }
}

template <class T>
[[gnu::noinline]] void move(int n, const T *f, const double *mass, T *x, T *v, double dt) {
  for (int i = 0; i < 3 * n; i++) {
    v[i] += dt / mass[i / 3] * f[i];
    x[i] += dt * v[i];
  }
}

template <class T> T swarm(int n, int steps, const T *start, const double *mass) {
  std::vector<T> x(start, start + 3 * n), v(start + 3 * n, start + 6 * n), f(3 * n);
  for (int s = 0; s < steps; s++) {
    forces(n, x.data(), mass, f.data());
    move(n, f.data(), mass, x.data(), v.data(), 0.01);
  }
  return dot(3 * n, v.data(), v.data());
}

template <class T> [[gnu::noinline]] void membraneStep(int n, const T *c, const T *u, T *v) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      T here = u[i * n + j];
      v[i * n + j] = here +
                     0.2 * c[i * n + j] *
                         (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] +
                          u[i * n + j + 1] - 4.0 * here) +
                     0.01 * here * (1.0 - here * here);
    }
}

template <class T> T membrane(int n, int steps, const T *start, const T *c) {
  std::vector<T> now(start, start + n * n), next(start, start + n * n);
  T *u = now.data(), *v = next.data();
  for (int s = 0; s < steps; s++) {
    membraneStep(n, c, u, v);
    std::swap(u, v);
  }
  return dot(n * n, u, u);
}

/** Of the rows from `row` on and `m` columns that are left. */
template <class T> T minorOfList(int n, const T *a, int row, const int *columns, int m) {
  if (m == 1)
    return a[row * n + columns[0]];
  T sum = 0.0;
  int rest[16];
  for (int k = 0; k < m; k++) {
    int count = 0;
    for (int l = 0; l < m; l++)
      if (l != k)
        rest[count++] = columns[l];
    T term = a[row * n + columns[k]] * minorOfList(n, a, row + 1, rest, m - 1);
    if (k % 2)
      sum = sum - term;
    else
      sum = sum + term;
  }
  return sum;
}

template <class T> T minors(int n, const T *a) {
  int columns[16];
  for (int i = 0; i < n; i++)
    columns[i] = i;
  return minorOfList(n, a, 0, columns, n);
}

struct Plain {
  enum Kind { Product, Solve, Swarm, Membrane, Minors } kind;
  int n, steps;
  std::vector<double> x, mass;
  Plain(Kind kind, int n, int steps = 0) : kind(kind), n(n), steps(steps) {
    bench::Random random;
    if (kind == Swarm) {
      x = random.numbers(6 * n, -1, 1);
      mass = random.numbers(n, 0.5, 1);
    } else {
      x = random.numbers(kind == Minors ? n * n : 2 * n * n,
                         kind == Solve      ? 0.1
                         : kind == Membrane ? 0
                                            : -1,
                         1);
    }
  }
  std::string size() const {
    const char *names[] = {"product n=", "solve ", "swarm n=", "membrane ", "minors n="};
    bool isSquare = kind == Solve || kind == Membrane;
    return names[kind] + std::to_string(n) + (isSquare ? "²" : "") +
           (steps ? " steps=" + std::to_string(steps) : "");
  }
  template <class T> T value(const T *x) const {
    switch (kind) {
    case Product:
      return product(n, x, x + n * n);
    case Solve:
      return solve(n, steps, x, x + n * n);
    case Swarm:
      return swarm(n, steps, x, mass.data());
    case Membrane:
      return membrane(n, steps, x, x + n * n);
    default:
      return minors(n, x);
    }
  }
};
using Case = Plain;

#endif
