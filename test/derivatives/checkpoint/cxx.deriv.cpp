// Time loops over std::vector, with a method, a lambda and a range.
// flags: -Werror=enzyme-checkpoint
#include "check.h"
#include <array>
#include <utility>
#include <vector>

#ifdef ENZYME_VERSION_MAJOR
void __enzyme_checkpoint(int);
#else
#define __enzyme_checkpoint(snapshots) ((void)0)
#endif
enum { N = 6 };

struct Model {
  double rate;
  void step(const std::vector<double> &u, std::vector<double> &v) const {
    for (size_t i = 1; i + 1 < u.size(); i++)
      v[i] = u[i] + rate * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i];
  }
};
double vectors(const double *x) {
  std::vector<double> u(x, x + N), v(u);
  Model model{0.1 * x[0]};
#pragma enzyme checkpoint(3)
  for (int t = 0; t < 10; t++) {
    model.step(u, v);
    model.step(v, u);
  }
  double sum = 0;
  for (double each : u)
    sum += each * each;
  return sum * v[2];
}
double swapped(const double *x) {
  std::vector<double> u(x, x + N), v(u);
  Model model{0.1 * x[0]};
  for (int t = 0; t < 11; t++) {
    __enzyme_checkpoint(3);
    model.step(u, v);
    std::swap(u, v);
  }
  return u[1] * v[2] + u[3];
}
double overRange(const double *x) {
  std::array<double, 3> s{x[0], x[1], x[2]};
  auto turn = [&](double angle) {
    double a = s[0] * cos(angle) - s[1] * sin(angle);
    s[1] = s[0] * sin(angle) + s[1] * cos(angle);
    s[0] = a + 0.1 * s[2] * a;
  };
  std::vector<double> angles(x, x + N);
#pragma enzyme checkpoint(2)
  for (double angle : angles) {
    turn(angle);
    s[2] += 0.1 * angle;
  }
  return s[0] * s[1] + s[2];
}

/// Vectors of which only the run knows whether they have memory at all.
static double grown(const double *x, int n, int steps) {
  std::vector<double> u(x, x + n), v(x, x + n);
  double *now = u.data(), *next = v.data();
#pragma enzyme checkpoint(3)
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n; i++)
      next[i] = now[i] + 0.1 * now[i - 1] * now[i];
    std::swap(now, next);
  }
  double sum = 1;
  for (int i = 0; i < n; i++)
    sum += now[i] * now[i];
  return sum;
}
double someMemory(const double *x) {
  volatile int n = N, none = 0;
  return grown(x, n, 10) * grown(x, none, 4);
}

/// Places in such vectors that lists name, as elements of a mesh do their nodes.
static double gathered(const double *x, const std::vector<int> &from, const std::vector<int> &to, int n) {
  std::vector<double> u(x, x + n), force(n);
#pragma enzyme checkpoint(3)
  for (int t = 0; t < 9; t++) {
    for (double &each : force)
      each = 0;
    for (size_t e = 0; e < from.size(); e++) {
      double pull = 0.1 * (u[from[e]] - u[to[e]]) * u[from[e]];
      force[from[e]] -= pull;
      force[to[e]] += pull;
    }
    for (int i = 0; i < n; i++)
      u[i] += force[i];
  }
  double sum = 0.5;
  for (int i = 0; i < n; i++)
    sum += u[i] * u[i] * force[i];
  return sum;
}
double meshes(const double *x) {
  volatile int n = N, none = 0;
  std::vector<int> from{0, 1, 2, 3, 4, 5, 2}, to{1, 2, 3, 4, 5, 0, 5}, empty;
  return gathered(x, from, to, n) * gathered(x, empty, empty, none);
}

CHECK_FUNCTION(meshes, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);
CHECK_FUNCTION(someMemory, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);
CHECK_FUNCTION(vectors, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);
CHECK_FUNCTION(swapped, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);
CHECK_FUNCTION(overRange, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);
