// The header of C in C++, beside the header of C++.
// alone: off, the header asks for derivatives
// std: c++17
#include "check.h"
#include <enzyme/enzyme>
#include <enzyme/implicit.h>

namespace {
struct Model {
  double stiff, load;
};
void balance(int, const double *x, int, const double *p, double *r) {
  const Model &model = *reinterpret_cast<const Model *>(p);
  r[0] = model.stiff * x[0] + x[0] * x[0] * x[0] - model.load;
}
double rest(const Model &model) {
  double x = 1;
  enzyme_root(balance, nullptr, 1, &x, 2, &model.stiff);
  return x;
}
} // namespace
static double both(double a, double b) { return rest({a, b}) * rest({b, a}); }
CHECK_SCALAR2(both, 0.7, 1.9);

CHECK_VALUES(gradients) {
  auto [da, db] = enzyme::gradient(both, 0.7, 1.9);
  EXPECT_CLOSE(enzyme::jvp([](double a) { return both(a, 1.9); }, 0.7, 1.0), da, 1e-13);
  (void)db;
}
