//===- through_lu.cpp - derivatives of Eigen's own test of LU ===//
#include "main.h"
#include "solverbase.h"
#include <Eigen/LU>
namespace ofTest {
#include "lu.cpp"
}

F(partialPivoting, ofTest::lu_partial_piv<Matrix3d>())

int main() {
  COMPARE(partialPivoting, 4, 1e-6, AT);
  return reported();
}
