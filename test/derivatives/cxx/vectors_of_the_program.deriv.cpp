// Vectors at namespace scope, which other files may see, as workspaces and tables, beside vectors as arguments; pointers
// into an argument's memory.
#include "check.h"
#include <vector>

std::vector<double> work, weights;
double *inside;
static void fit(size_t n) {
  work.resize(n);
  weights.resize(n);
  for (size_t i = 0; i < n; i++)
    weights[i] = 0.5 + double(i);
}
double energyOf(const std::vector<double> &x) {
  for (size_t i = 0; i < x.size(); i++)
    work[i] = x[i] * x[i] * weights[i];
  double sum = 0;
  for (size_t i = 0; i < x.size(); i++)
    sum += work[i] * work[x.size() - 1 - i];
  return sum;
}
double energy(const double *x, int n) { return energyOf(std::vector<double>(x, x + n)); }
double through(const std::vector<double> &x) { return x[0] * inside[0] + inside[1]; }

static const bool isFit = (fit(3), true);
CHECK_FUNCTION_N(energy, 3, 0.5, -1.5, 0.75);

CHECK_VALUES(vectors) {
  std::vector<double> x{0.5, -1.5, 0.75}, d(3), wanted(3);
  __enzyme_autodiff_checkv((void *)energyOf, enzyme_dup, &x, &d);
  for (int i = 0; i < 3; i++)
    EXPECT_CLOSE(d[size_t(i)], 4 * weights[size_t(i)] * x[size_t(i)] * weights[size_t(2 - i)] * x[size_t(2 - i)] * x[size_t(2 - i)],
                 1e-14);
  inside = x.data() + 1;
  d = {0, 0, 0};
  __enzyme_autodiff_checkv((void *)through, enzyme_dup, &x, &d);
  EXPECT_CLOSE(d[0], -1.5, 1e-14);
  EXPECT_CLOSE(d[1], 0.5, 1e-14);
  EXPECT_CLOSE(d[2], 1, 1e-14);
  EXPECT_TRUE(isFit);
}
