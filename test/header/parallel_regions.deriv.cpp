// Regions in functions that only pointers lead to, in time loops that keep snapshots, and under two derivatives.
// flags: -fopenmp
// env: OMP_NUM_THREADS=1
// std: c++20
#include "check.h"
#include <enzyme/enzyme>
#include <vector>

static double heat(const double *start, int n, int steps) {
  std::vector<double> u(start, start + n), v(u);
#pragma enzyme checkpoint(4)
  for (int s = 0; s < steps; s++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      v[i] = u[i] + 0.2 * (u[i - 1] - 2 * u[i] + u[i + 1]) - 0.01 * u[i] * u[i] * u[i];
    std::swap(u, v);
  }
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += u[i] * u[i];
  return sum;
}
static double ofWave(double a) {
  std::vector<double> x(10);
  for (int i = 0; i < 10; i++)
    x[i] = std::sin(a * i);
  return heat(x.data(), 10, 20);
}
static double slope(double a) { return enzyme::gradient(ofWave, a); }
CHECK_SCALAR(ofWave, 0.3, 0.7, 1.9);
CHECK_VALUES(header) {
  const double h = 1e-5;
  EXPECT_CLOSE(slope(0.7), (ofWave(0.7 + h) - ofWave(0.7 - h)) / (2 * h), 1e-7);
  auto again = enzyme::gradient([](double a) { return slope(a); }, 0.7);
  EXPECT_CLOSE(again, (slope(0.7 + h) - slope(0.7 - h)) / (2 * h), 1e-7);
  double sum = 0;
  auto capture = [&](const std::vector<double> &x) {
    double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(dynamic)
    for (int i = 0; i < int(x.size()); i++)
      s += x[i] * x[i] * x[i] * x[(i + 1) % x.size()];
    sum += 1;
    return s;
  };
  auto g = enzyme::gradient(capture, std::vector<double>{1, 2, 3});
  EXPECT_CLOSE(g[0], 3 * 2 + 27, 1e-12);
  EXPECT_CLOSE(g[1], 1 + 3 * 4 * 3, 1e-12);
  EXPECT_CLOSE(g[2], 8 + 3 * 9 * 1, 1e-12);
}
