/*===- kalman.h - the likelihood of a Kalman filter, with Eigen -------------===
 *
 * State estimation as it is written with a matrix library: dynamic matrices,
 * products, a Cholesky factorisation of the innovation's covariance, solves and
 * a determinant in every step. The result is the negative logarithm of the
 * likelihood of the measurements; unknown are the matrix of the dynamics and the
 * diagonals of both noises.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_KALMAN_H
#define BENCH_KALMAN_H

#include "random.h"
#include <Eigen/Dense>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

struct Measured {
  int states, outputs, steps;
  Eigen::MatrixXd observe;               // outputs × states
  std::vector<Eigen::VectorXd> measured; // one a step
};

template <class T> T negativeLogLikelihood(const Measured *data, const T *x) {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  using std::exp;
  using std::log;
  int n = data->states, m = data->outputs;
  Eigen::Map<const Matrix> dynamics(x, n, n);
  Matrix observe = data->observe.template cast<T>();
  Matrix processNoise = Matrix::Zero(n, n), measurementNoise = Matrix::Zero(m, m);
  for (int i = 0; i < n; i++)
    processNoise(i, i) = exp(x[n * n + i]);
  for (int i = 0; i < m; i++)
    measurementNoise(i, i) = exp(x[n * n + n + i]);
  Vector state = Vector::Zero(n);
  Matrix covariance = Matrix::Identity(n, n);
  T sum = 0.0;
  for (int s = 0; s < data->steps; s++) {
    state = (dynamics * state).eval();
    covariance = (dynamics * covariance * dynamics.transpose()).eval() + processNoise;
    Vector innovation = data->measured[s].template cast<T>() - observe * state;
    Matrix cross = covariance * observe.transpose();
    Matrix inner = observe * cross + measurementNoise;
    Eigen::LLT<Matrix> factor(inner);
    Vector solved = factor.solve(innovation);
    sum += 0.5 * innovation.dot(solved);
    for (int i = 0; i < m; i++)
      sum += log(factor.matrixLLT()(i, i));
    state += cross * solved;
    covariance -= cross * factor.solve(cross.transpose());
  }
  return sum;
}

struct Kalman {
  Measured data;
  std::vector<double> x;
  Kalman(int states, int outputs, int steps) : data{states, outputs, steps, {}, {}} {
    bench::Random random;
    data.observe = Eigen::MatrixXd::NullaryExpr(outputs, states, [&] { return random.between(-1, 1); });
    for (int s = 0; s < steps; s++)
      data.measured.push_back(Eigen::VectorXd::NullaryExpr(outputs, [&] { return random.between(-1, 1); }));
    for (int i = 0; i < states * states; i++)
      x.push_back((i % (states + 1) == 0 ? 0.9 : 0) + random.between(-0.1, 0.1) / states);
    for (int i = 0; i < states + outputs; i++)
      x.push_back(random.between(-2, 0));
  }
  std::string size() const {
    return "kalman states=" + std::to_string(data.states) + " outputs=" + std::to_string(data.outputs);
  }
  template <class T> T value(const T *x) const { return negativeLogLikelihood(&data, x); }
};
using Case = Kalman;

#endif
