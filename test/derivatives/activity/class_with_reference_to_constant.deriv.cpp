// A class holds references to const parameters and to active state; both are read through them.
#include "check.h"
#include <vector>
struct Model {
  const std::vector<double> &parameters;
  std::vector<double> state;
  double step(double dt) {
    double sum = 0;
    for (size_t i = 0; i < state.size(); i++) {
      state[i] += dt * parameters[i % parameters.size()] * state[i];
      sum += state[i];
    }
    return sum;
  }
};
static double energy(const double *x, int n, const std::vector<double> *parameters) {
  Model model{*parameters, std::vector<double>(x, x + n)};
  return model.step(0.1) + model.step(0.2);
}
extern "C" void __enzyme_autodiff_model(void *, ...);
CHECK_VALUES(model) {
  const std::vector<double> parameters = {2, -1};
  const std::vector<double> before = parameters;
  double x[2] = {1, 3}, dx[2] = {0, 0};
  __enzyme_autodiff_model((void *)energy, enzyme_dup, x, dx, enzyme_const, 2, enzyme_const,
                          &parameters);
  EXPECT_CLOSE(dx[0], 1.2 + 1.2 * 1.4, 1e-14);
  EXPECT_CLOSE(dx[1], 0.9 + 0.9 * 0.8, 1e-14);
  EXPECT_TRUE(parameters == before);
}
