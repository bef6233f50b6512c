// Programs as people write them: a least-squares fit by Gauss-Newton, a small network trained by
// descent, an ODE's parameters, Newton's method with sparse Jacobians.
// std: c++17
#include "check.h"
#include <array>
#include <cmath>
#include <enzyme/enzyme>
#include <vector>
using Vector = std::vector<double>;

CHECK_VALUES(gauss_newton) {
  Vector times, data;
  for (int i = 0; i < 12; i++) {
    times.push_back(0.25 * i);
    data.push_back(3 * std::exp(-0.7 * times.back()));
  }
  auto residuals = [&times, &data](const std::array<double, 2> &p) {
    Vector r;
    for (std::size_t i = 0; i < times.size(); i++)
      r.push_back(p[0] * std::exp(-p[1] * times[i]) - data[i]);
    return r;
  };
  std::array<double, 2> p{1, 0.2};
  for (int step = 0; step < 12; step++) {
    const auto j = enzyme::jacobian(residuals, p);
    const Vector r = residuals(p);
    enzyme::Matrix<double> normal(2, 2);
    Vector right(2);
    for (std::size_t i = 0; i < r.size(); i++)
      for (std::size_t a = 0; a < 2; a++) {
        right[a] -= j(i, a) * r[i];
        for (std::size_t b = 0; b < 2; b++)
          normal(a, b) += j(i, a) * j(i, b);
      }
    const Vector d = enzyme::linear_solve(normal, right);
    p[0] += d[0], p[1] += d[1];
  }
  EXPECT_CLOSE(p[0], 3, 1e-10);
  EXPECT_CLOSE(p[1], 0.7, 1e-10);
}

struct Layer {
  std::vector<Vector> weights;
  Vector bias;
};
static Vector output(const Layer &layer, const Vector &x) {
  Vector y = layer.bias;
  for (std::size_t i = 0; i < y.size(); i++) {
    for (std::size_t j = 0; j < x.size(); j++)
      y[i] += layer.weights[i][j] * x[j];
    y[i] = std::tanh(y[i]);
  }
  return y;
}
static double loss(const std::vector<Layer> &layers, const std::vector<Vector> &in, const Vector &out) {
  double sum = 0;
  for (std::size_t k = 0; k < in.size(); k++) {
    Vector v = in[k];
    for (const Layer &layer : layers)
      v = output(layer, v);
    sum += (v[0] - out[k]) * (v[0] - out[k]);
  }
  return sum;
}
CHECK_VALUES(network) {
  std::vector<Layer> layers{{{{0.5, -0.4}, {-0.6, 0.7}, {0.3, 0.2}}, {0.1, -0.1, 0}}, {{{0.4, 0.5, -0.3}}, {0.05}}};
  const std::vector<Vector> in{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  const Vector out{-0.8, 0.8, 0.8, -0.8};
  using enzyme::Const;
  auto [before, g] = enzyme::value_and_gradient(loss, layers, Const{in}, Const{out});
  const double h = 1e-6, kept = layers[0].weights[1][0];
  layers[0].weights[1][0] = kept + h;
  const double above = loss(layers, in, out);
  layers[0].weights[1][0] = kept - h;
  EXPECT_CLOSE(g[0].weights[1][0], (above - loss(layers, in, out)) / (2 * h), 1e-8);
  layers[0].weights[1][0] = kept;
  for (int step = 0; step < 200; step++) {
    const auto slope = enzyme::gradient(loss, layers, Const{in}, Const{out});
    for (std::size_t l = 0; l < layers.size(); l++)
      for (std::size_t i = 0; i < layers[l].bias.size(); i++) {
        layers[l].bias[i] -= 0.1 * slope[l].bias[i];
        for (std::size_t j = 0; j < layers[l].weights[i].size(); j++)
          layers[l].weights[i][j] -= 0.1 * slope[l].weights[i][j];
      }
  }
  EXPECT_TRUE(loss(layers, in, out) < 0.5 * before);
}

CHECK_VALUES(differential_equation) {
  auto final = [](double rate, double start) { // y' = -rate y by Runge-Kutta
    double y = start;
    auto f = [rate](double v) { return -rate * v; };
    const double h = 0.01;
    for (int i = 0; i < 100; i++) {
      const double a = f(y), b = f(y + h / 2 * a), c = f(y + h / 2 * b), d = f(y + h * c);
      y += h / 6 * (a + 2 * b + 2 * c + d);
    }
    return y;
  };
  auto [byRate, byStart] = enzyme::gradient(final, 1.5, 2.0);
  EXPECT_CLOSE(byRate, -2 * std::exp(-1.5), 1e-8);
  EXPECT_CLOSE(byStart, std::exp(-1.5), 1e-8);
}

CHECK_VALUES(newton_with_a_sparse_jacobian) {
  auto f = [](const Vector &u) { // -u'' + u^3 = 1
    const std::size_t n = u.size();
    Vector r(n);
    for (std::size_t i = 0; i < n; i++) {
      const double left = i ? u[i - 1] : 0, right = i + 1 < n ? u[i + 1] : 0;
      r[i] = 400 * (2 * u[i] - left - right) + u[i] * u[i] * u[i] - 1;
    }
    return r;
  };
  Vector u(19, 0.1);
  const auto where = enzyme::jacobian_sparsity(f, u);
  EXPECT_EXACT(where.sweeps(), 3);
  for (int step = 0; step < 8; step++) {
    const auto j = enzyme::sparse_jacobian(where, f, u);
    enzyme::Matrix<double> a(u.size(), u.size());
    for (std::size_t i = 0; i < j.rows; i++)
      for (std::size_t k = j.rowStarts[i]; k < j.rowStarts[i + 1]; k++)
        a(i, j.columnIndices[k]) = j.values[k];
    const Vector d = enzyme::linear_solve(a, f(u));
    for (std::size_t i = 0; i < u.size(); i++)
      u[i] -= d[i];
  }
  double largest = 0;
  for (double r : f(u))
    largest = std::fmax(largest, std::fabs(r));
  EXPECT_TRUE(largest < 1e-11);
}
