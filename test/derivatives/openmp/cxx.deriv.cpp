// Parallel regions of C++: iterators, objects that are shared, private and reduced, members, lambdas, templates.
// flags: -fopenmp
// env: OMP_NUM_THREADS=1
// std: c++17
#include "check.h"
#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

enum { N = 6 };

struct Point {
  double x = 0, y = 0;
  Point &operator+=(const Point &other) {
    x += other.x;
    y += other.y;
    return *this;
  }
};
#pragma omp declare reduction(join : Point : omp_out += omp_in) initializer(omp_priv = Point())
#pragma omp declare reduction(append : std::vector<double> : omp_out.insert(omp_out.end(), omp_in.begin(), omp_in.end()))

static double vectors(const double *x) {
  std::vector<double> values(x, x + N), squares(N);
#pragma omp parallel for
  for (auto at = values.begin(); at < values.end(); ++at)
    *at *= 1 + *at;
#pragma omp parallel for schedule(dynamic)
  for (std::size_t i = 0; i < values.size(); ++i)
    squares[i] = values[i] * values[i];
  return std::accumulate(squares.begin(), squares.end(), 0.0);
}
static double reductions(const double *x) {
  Point sum;
  std::vector<double> all;
#pragma omp parallel for reduction(join : sum)
  for (int i = 0; i < N; i++)
    sum += Point{x[i] * x[i], std::sin(x[i])};
#pragma omp parallel for reduction(append : all)
  for (int i = 0; i < N; i++)
    all.push_back(x[i] * x[0]);
  return sum.x * sum.y + all[2] * all[4];
}
static double arrays(const double *x) {
  double histogram[3] = {0, 0, 0};
#pragma omp parallel for reduction(+ : histogram[ : 3])
  for (int i = 0; i < N; i++)
    histogram[i % 3] += x[i] * x[i];
  return histogram[0] * histogram[1] - histogram[2];
}
class Model {
public:
  explicit Model(const double *x) : weights(x, x + N) {}
  double energy() const {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += term(i);
    return sum;
  }
  void relax() {
    std::vector<double> next(weights);
#pragma omp parallel for firstprivate(next)
    for (int i = 0; i < N; i++) {
      next[i] += 1;
      weights[i] = 0.5 * weights[i] + 0.25 * (next[(i + 1) % N] + next[(i + N - 1) % N]);
    }
  }

private:
  double term(int i) const { return weights[i] * weights[(i + 1) % N]; }
  std::vector<double> weights;
};
static double members(const double *x) {
  Model model(x);
  model.relax();
  model.relax();
  return model.energy();
}
template <class F> static double parallelSum(int n, F f) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += f(i);
  return sum;
}
static double lambdas(const double *x) {
  double scale = x[0] * x[1];
  return parallelSum(N, [&](int i) { return scale * x[i]; }) * parallelSum(2, [=](int i) { return scale + x[i]; });
}
static double ownObjects(const double *x) {
  double sum = 0;
#pragma omp parallel
  {
    auto scratch = std::make_unique<double[]>(N);
    std::vector<double> own;
#pragma omp for
    for (int i = 0; i < N; i++) {
      scratch[i] = x[i] * 2;
      own.push_back(scratch[i] * x[i]);
    }
    double part = std::accumulate(own.begin(), own.end(), 0.0);
#pragma omp critical
    sum += part;
  }
  return sum * sum;
}
static double caught(const double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    try {
      if (x[i] < 0)
        throw i;
      sum += x[i] * x[i];
    } catch (int at) {
      sum += x[at] * 3;
    }
  }
  return sum;
}
CHECK_FUNCTION(vectors, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(reductions, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(arrays, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(members, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(lambdas, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(ownObjects, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(caught, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
