//===- through_products.cpp - derivatives of Eigen's own test of products ===//
#include "main.h"
#include "solverbase.h"
#include <Eigen/LU>
#include <Eigen/QR>
namespace ofTest {
#include "product_small.cpp"
}

F(productOfThree, ofTest::product(Matrix3d()))

int main() {
  COMPARE(productOfThree, 4, 1e-6, AT);
  return reported();
}
