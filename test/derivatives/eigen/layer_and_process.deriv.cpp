// A dense layer of a network and a Gaussian process on Eigen: gradients by both modes, by hand, and
// as numpy has them by complex steps (reference_numbers.py).
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, there is nothing to compare without derivatives
#include "numbers_of_eigen.h"
#include "reference_numbers.h"

static Matrix numbers(int rows, int columns, double slope) {
  return Matrix::NullaryExpr(rows, columns, [=](Index i, Index j) {
    return sin(slope * double(i + 1) + 0.7 * double(j * j));
  });
}

struct Layer {
  Matrix weights, bias, inputs;
};
static double loss(const Layer &layer, const Matrix &targets) {
  Matrix output = ((layer.weights * layer.inputs).colwise() + layer.bias.col(0)).array().tanh();
  return 0.5 * (output - targets).squaredNorm() / double(targets.cols());
}

/// What a framework's reverse pass computes.
static Layer lossByHand(const Layer &layer, const Matrix &targets) {
  Matrix output = ((layer.weights * layer.inputs).colwise() + layer.bias.col(0)).array().tanh();
  Matrix delta =
      (output - targets).array() * (1 - output.array().square()) / double(targets.cols());
  return {delta * layer.inputs.transpose(), delta.rowwise().sum(),
          layer.weights.transpose() * delta};
}

struct Process {
  Matrix points, values;
};
static Matrix kernel(const Matrix &theta, const Matrix &points) {
  const Index n = points.rows(), d = points.cols();
  const Matrix scaled = points * (-theta.topRows(d)).array().exp().matrix().col(0).asDiagonal();
  Matrix k = scaled * scaled.transpose();
  const Vector squares = k.diagonal();
  k = (k * 2 - squares.replicate(1, n) - squares.transpose().replicate(n, 1)) * 0.5;
  return (k.array() + 2 * theta(d)).exp();
}
static double logLikelihood(const Matrix &theta, const Process &process) {
  const Index n = process.points.rows(), d = process.points.cols();
  Matrix k = kernel(theta, process.points);
  k.diagonal().array() += exp(2 * theta(d + 1));
  const Eigen::LLT<Matrix> factor(k);
  return -0.5 * process.values.col(0).dot(factor.solve(process.values).col(0)) -
         factor.matrixLLT().diagonal().array().log().sum() - 0.5 * double(n) * log(2 * M_PI);
}

/// The textbook's: half the trace of (a aᵀ - K⁻¹) dK, where a solves K a = y.
static Matrix likelihoodByHand(const Matrix &theta, const Process &process) {
  const Index n = process.points.rows(), d = process.points.cols();
  const double noise = exp(2 * theta(d + 1));
  const Matrix smooth = kernel(theta, process.points);
  const Matrix inverse = (smooth + noise * Matrix::Identity(n, n)).inverse();
  const Matrix a = inverse * process.values, weight = (a * a.transpose() - inverse) / 2;
  Matrix gradient(d + 2, 1);
  for (Index k = 0; k < d; k++) {
    const Vector z = process.points.col(k) / exp(theta(k));
    const Matrix apart = z.replicate(1, n) - z.transpose().replicate(n, 1);
    gradient(k) = (weight.array() * smooth.array() * apart.array().square()).sum();
  }
  gradient(d) = 2 * (weight.array() * smooth.array()).sum();
  gradient(d + 1) = 2 * noise * weight.trace();
  return gradient;
}

extern double __enzyme_autodiff_double(void *, ...);
extern double __enzyme_fwddiff_double(void *, ...);

static void expectSame(const char *what, const Matrix &got, const double *numpy,
                       const Matrix &byHand) {
  for (Index i = 0; i < got.size(); i++) {
    checkClose(what, got(i), numpy[i], 1e-11);
    checkClose(what, got(i), byHand(i), 1e-11);
  }
}

CHECK_VALUES(denseLayer) {
  Layer layer = {numbers(5, 7, 0.3), numbers(5, 1, 0.8), numbers(7, 9, 0.5)};
  Layer shadow = {Matrix::Zero(5, 7), Matrix::Zero(5, 1), Matrix::Zero(7, 9)};
  const Matrix targets = numbers(5, 9, 0.9);
  EXPECT_CLOSE(loss(layer, targets), layerLoss[0], 1e-14);
  __enzyme_autodiff_double((void *)loss, enzyme_dup, &layer, &shadow, enzyme_const, &targets);
  const Layer byHand = lossByHand(layer, targets);
  expectSame("by weights", shadow.weights, byWeights, byHand.weights);
  expectSame("by bias", shadow.bias, byBias, byHand.bias);
  expectSame("by inputs", shadow.inputs, byInputs, byHand.inputs);
  double along = 0;
  for (Index i = 0; i < 35; i++)
    along += byWeights[i] * byHand.weights(i);
  Layer direction = {byHand.weights, Matrix::Zero(5, 1), Matrix::Zero(7, 9)};
  EXPECT_CLOSE(
      __enzyme_fwddiff_double((void *)loss, enzyme_dup, &layer, &direction, enzyme_const, &targets),
      along, 1e-13);
}

CHECK_VALUES(gaussianProcess) {
  Process process = {2 * numbers(30, 2, 1.3), numbers(30, 1, 0.4)};
  Matrix theta(4, 1), gradient = Matrix::Zero(4, 1), tangent(4, 1);
  theta << -0.2, 0.5, 0.3, -1.5;
  EXPECT_CLOSE(logLikelihood(theta, process), likelihood[0], 1e-11);
  __enzyme_autodiff_double((void *)logLikelihood, enzyme_dup, &theta, &gradient, enzyme_const,
                           &process);
  const Matrix byHand = likelihoodByHand(theta, process);
  expectSame("reverse", gradient, byTheta, byHand);
  for (Index i = 0; i < 4; i++) {
    Matrix direction = Vector::Unit(4, i);
    tangent(i) = __enzyme_fwddiff_double((void *)logLikelihood, enzyme_dup, &theta, &direction,
                                         enzyme_const, &process);
  }
  expectSame("forward", tangent, byTheta, byHand);
}
