//===- through_eigen.cpp - derivatives of what Eigen's own tests compute ===//
#include "main.h"
#include "solverbase.h"
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
namespace ofQr {
#include "qr.cpp"
}
namespace ofInverse {
#include "inverse.cpp"
}
namespace ofDeterminant {
#include "determinant.cpp"
}

F(householder, ofQr::qr(MatrixXd(6, 4)))
F(inverseOfTwo, ofInverse::inverse(Matrix2d()))
F(determinantFixed, ofDeterminant::determinant(Matrix3d()))

int main() {
  COMPARE(householder, 4, 1e-6, AT);
  COMPARE(inverseOfTwo, 4, 1e-6, AT);
  COMPARE(determinantFixed, 4, 1e-6, AT);
  return reported();
}
