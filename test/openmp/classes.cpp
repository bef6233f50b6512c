// Regions of C++: members, vectors, lambdas, references, templates.
#include "check.h"
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <vector>

struct Grid {
  std::vector<double> cells, next;
  double rate;
  void step() {
#pragma omp parallel for
    for (size_t i = 1; i < cells.size() - 1; i++)
      next[i] = cells[i] + rate * (cells[i - 1] - 2 * cells[i] + cells[i + 1]) -
                0.01 * cells[i] * cells[i];
    std::swap(cells, next);
  }
  double norm() const {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < cells.size(); i++)
      sum += cells[i] * cells[i];
    return sum;
  }
};
static double grid(double *x) {
  Grid grid{std::vector<double>(x, x + N), std::vector<double>(x, x + N), 0.1 * x[0]};
  for (int t = 0; t < 5; t++)
    grid.step();
  return grid.norm();
}

template <class Visit> static double each(const std::vector<double> &of, Visit visit) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 7)
  for (int i = 0; i < int(of.size()); i++)
    sum += visit(of[i], i);
  return sum;
}
static double lambdas(double *x) {
  std::vector<double> values(x, x + N);
  double scale = x[3] * x[4];
  return each(values, [&](double value, int i) { return value * value * scale + x[i % 5]; });
}

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double scale) const = 0;
};
struct Square : Shape {
  double side;
  explicit Square(double side) : side(side) {}
  double area(double scale) const override { return scale * side * side; }
};
struct Disc : Shape {
  double radius;
  explicit Disc(double radius) : radius(radius) {}
  double area(double scale) const override { return 3.14159 * scale * radius * radius * radius; }
};
static double shapes(double *x) {
  std::vector<std::unique_ptr<Shape>> all;
  for (int i = 0; i < 40; i++)
    if (i % 3)
      all.push_back(std::make_unique<Square>(x[i]));
    else
      all.push_back(std::make_unique<Disc>(x[i]));
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 40; i++)
    sum += all[i]->area(x[0]);
  return sum;
}
static double threadsOwn(double *x) { // a vector for each thread
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    std::vector<double> own(8);
#pragma omp for
    for (int i = 0; i < N - 8; i++) {
      for (int k = 0; k < 8; k++)
        own[k] = x[i + k] * (k + 1);
      sum += std::inner_product(own.begin(), own.end(), own.rbegin(), 0.0);
    }
  }
  return sum;
}

static double locked(double *x) { // a lock instead of a critical section: by one thread
  double sum = 0;
  std::mutex mutex;
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = 0; i < N; i++) {
    std::lock_guard<std::mutex> guard(mutex);
    sum += x[i] * x[i];
  }
  return sum;
}

/// Weights that the first caller computes.
__attribute__((noinline)) static double weight(int i) {
  static const std::vector<double> weights = [] {
    std::vector<double> made(N);
    for (int k = 0; k < N; k++)
      made[k] = 1.0 / (k + 1);
    return made;
  }();
  return weights[i];
}
static double initialised(double *x) { // a static variable, in the region
  double sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  for (int i = omp_get_thread_num(); i < N; i += 3)
    sum += weight(i) * x[i] * x[i];
  return sum;
}

static double
besideCleanups(double *x) { // the calls of its sweeps stand where an exception may pass
  std::vector<double> y(x, x + N);
  double sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  for (int i = omp_get_thread_num(); i < N; i += 3)
    sum += x[i] * x[i] * x[(i + 1) % N];
  return sum + y[0] * y[1];
}

#define ALL(X) X(besideCleanups) X(grid) X(lambdas) X(shapes) X(threadsOwn) X(locked) X(initialised)
ALL(DERIVATIVES)

int main() {
  ALL(CHECK)
  return failures != 0;
}
