// gaussian_process.cpp - log marginal likelihood of a Gaussian process, on Eigen.
//
// With points x_i, observations y and the kernel
//   K_ij = s² exp(-½ Σ_k ((x_ik - x_jk) / l_k)²) + σ² δ_ij,
//   log p = -½ yᵀ K⁻¹ y - ½ log det K - n/2 log 2π,
// by Eigen's blocked Cholesky factorisation K = L Lᵀ and triangular solves on
// dynamic matrices. Variables: log l_k, log s, log σ. The gradient is compared
// with differences and with the textbook formula
//   ∂ log p / ∂θ = ½ tr((α αᵀ - K⁻¹) ∂K/∂θ),  α = K⁻¹ y.
#include "measure.h"
#include "words.h"

#include <Eigen/Dense>

#include <cmath>
#include <cstdio>

using Eigen::LLT;
using Eigen::Map;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

struct Data {
  MatrixXd points; // one column a point
  VectorXd values;
};

MatrixXd kernel(const MatrixXd &points, const VectorXd &theta) {
  const auto dimensions = points.rows(), n = points.cols();
  const VectorXd scale = (-theta.head(dimensions)).array().exp();
  const MatrixXd scaled = scale.asDiagonal() * points;
  MatrixXd K(n, n);
  for (Eigen::Index j = 0; j < n; j++)
    for (Eigen::Index i = 0; i < n; i++)
      K(i, j) = std::exp(2 * theta[dimensions] -
                         0.5 * (scaled.col(i) - scaled.col(j)).squaredNorm());
  K.diagonal().array() += std::exp(2 * theta[dimensions + 1]);
  return K;
}

double logMarginalLikelihood(const double *parameters, const Data &data) {
  const auto dimensions = data.points.rows(), n = data.points.cols();
  const VectorXd theta = Map<const VectorXd>(parameters, dimensions + 2);
  const LLT<MatrixXd> cholesky(kernel(data.points, theta));
  const VectorXd weights = cholesky.solve(data.values);
  const MatrixXd L = cholesky.matrixL();
  return -0.5 * data.values.dot(weights) - L.diagonal().array().log().sum() -
         0.5 * double(n) * std::log(2 * M_PI);
}

struct Problem {
  Data data;
  VectorXd theta;
};

double primal(void *context) {
  auto &p = *static_cast<Problem *>(context);
  return logMarginalLikelihood(p.theta.data(), p.data);
}

#if DEMO_DERIVATIVES
void reverse(void *context, double *gradient) {
  auto &p = *static_cast<Problem *>(context);
  Map<VectorXd>(gradient, p.theta.size()).setZero();
  __enzyme_autodiff((void *)logMarginalLikelihood, enzyme_dup, p.theta.data(), gradient,
                            enzyme_const, &p.data);
}

double forward(void *context, const double *direction) {
  auto &p = *static_cast<Problem *>(context);
  return __enzyme_fwddiff((void *)logMarginalLikelihood, enzyme_dup, p.theta.data(),
                                  direction, enzyme_const, &p.data);
}
#else
constexpr auto reverse = nullptr;
constexpr auto forward = nullptr;
#endif

// The textbook formula.
VectorXd byHand(const Problem &p) {
  const auto dimensions = p.data.points.rows(), n = p.data.points.cols();
  const MatrixXd K = kernel(p.data.points, p.theta);
  const MatrixXd inverse = K.inverse();
  const VectorXd weights = inverse * p.data.values;
  const MatrixXd A = 0.5 * (weights * weights.transpose() - inverse);
  const double noise = std::exp(2 * p.theta[dimensions + 1]);
  VectorXd gradient = VectorXd::Zero(p.theta.size());
  for (Eigen::Index j = 0; j < n; j++)
    for (Eigen::Index i = 0; i < n; i++) {
      const double smooth = K(i, j) - (i == j ? noise : 0);
      for (Eigen::Index k = 0; k < dimensions; k++) {
        const double z = (p.data.points(k, i) - p.data.points(k, j)) / std::exp(p.theta[k]);
        gradient[k] += A(i, j) * smooth * z * z;
      }
      gradient[dimensions] += 2 * A(i, j) * smooth;
    }
  gradient[dimensions + 1] = 2 * noise * A.trace();
  return gradient;
}

int compareWithHand(const demo_case &c, Problem &p) {
  VectorXd gradient(c.variables);
  const double h = 1e-4;
  if (c.reverse)
    c.reverse(&p, gradient.data());
  for (int i = 0; !c.reverse && i < c.variables; i++) {
    const double kept = p.theta[i];
    p.theta[i] = kept + h;
    const double up = primal(&p);
    p.theta[i] = kept - h;
    gradient[i] = (up - primal(&p)) / (2 * h);
    p.theta[i] = kept;
  }
  const VectorXd expected = byHand(p);
  demo_case exact = c;
  exact.tolerance = c.reverse ? 1e-9 : 1e-6;
  return demo_report(&exact, "textbook", (gradient - expected).norm() / expected.norm(), 0, 0);
}

} // namespace

int main() {
  constexpr int dimensions = 3, n = 120;
  unsigned long random = 5;
  Problem p;
  p.data.points.resize(dimensions, n);
  p.data.values.resize(n);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < dimensions; k++)
      p.data.points(k, i) = 4 * demo_uniform(&random);
    p.data.values[i] = std::sin(2 * p.data.points(0, i)) + 0.5 * p.data.points(1, i) +
                       0.1 * demo_normal(&random);
  }
  p.theta.resize(dimensions + 2);
  p.theta << -0.2, 0.5, 1.2, 0.3, -1.5;
  const demo_case c = {"gaussian-process", dimensions + 2, p.theta.data(), primal,
                       reverse,            forward,        &p,             1e-6,
                       1e-3};
  return demo_check(&c) | compareWithHand(c, p);
}
