//===- through_cholesky.cpp - derivatives of Eigen's own test of Cholesky ===//
#include "main.h"
#include "solverbase.h"
#include <Eigen/Cholesky>
#include <Eigen/QR>
namespace ofTest {
#include "cholesky.cpp"
}

static Matrix3d positive() {
  Matrix3d a = Matrix3d::Random();
  return a * a.transpose() + 3 * Matrix3d::Identity();
}
F(updated, (ofTest::test_chol_update<Matrix3d, LLT>(positive())))
F(updatedWithPivots, (ofTest::test_chol_update<Matrix3d, LDLT>(positive())))

int main() {
  COMPARE(updated, 4, 1e-6, AT);
  COMPARE(updatedWithPivots, 4, 1e-6, AT);
  return reported();
}
