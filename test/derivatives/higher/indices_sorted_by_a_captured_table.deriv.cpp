// An ordering that holds a reference is passed as an integer: what the shadow of that integer is,
// only the first derivative knows, where nothing is done with it but to move it on.
// only: -O2
#include "nests.h"
#include <algorithm>
#include <vector>
namespace {
struct Columns {
  std::vector<int> count;
  std::vector<double> value;
};
std::vector<int> order(const Columns &columns) {
  std::vector<int> indices(columns.count.size());
  for (int i = 0; i < (int)indices.size(); i++)
    indices[i] = i;
  std::stable_sort(indices.begin(), indices.end(),
                   [&](int a, int b) { return columns.count[a] < columns.count[b]; });
  return indices;
}
} // namespace

static double sorted(const double *x) {
  Columns columns;
  for (int i = 0; i < 9; i++) {
    columns.count.push_back(i % 3);
    columns.value.push_back(i % 2 ? x[0] * i : x[1] * x[0] * x[0]);
  }
  std::vector<int> indices = order(columns);
  double sum = 0;
  for (int i = 0; i < 9; i++)
    sum += columns.value[indices[i]] * columns.value[indices[i]] * i;
  return sum;
}

// Forward over reverse, the product of the Hessian with a vector.
static void gradient(const double *x, double *g) {
  g[0] = g[1] = 0;
  __enzyme_autodiff_nestv((void *)sorted, enzyme_dup, x, g);
}

CHECK_VALUES(hessianTimesVector) {
  const double e = 1e-5;
  double x[2] = {1.2, 0.7}, v[2] = {1, -0.5}, g[2], h[2] = {0, 0}, after[2], before[2];
  double up[2] = {x[0] + e * v[0], x[1] + e * v[1]}, down[2] = {x[0] - e * v[0], x[1] - e * v[1]};
  __enzyme_fwddiff_nestv((void *)gradient, enzyme_dup, x, v, enzyme_dup, g, h);
  gradient(up, after);
  gradient(down, before);
  for (int i = 0; i < 2; i++)
    EXPECT_TRUE(fabs(h[i] - (after[i] - before[i]) / (2 * e)) < 1e-5);
}
