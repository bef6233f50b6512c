// Algorithms of the standard library inside, lambdas handed to them, views of C++20 over spans.
// std: c++20
#include "check.h"
#include <algorithm>
#include <cmath>
#include <enzyme/enzyme>
#include <functional>
#include <numeric>
#include <span>
#include <vector>
using enzyme::gradient;
using Vector = std::vector<double>;

CHECK_VALUES(algorithms) {
  const Vector x{3, 1, 2}, w{1, 10, 100};
  auto weighted = [&w](const Vector &v) { return std::inner_product(v.begin(), v.end(), w.begin(), 0.0); };
  EXPECT_EXACT(gradient(weighted, x)[2], 100);
  auto squares = [](const Vector &v) {
    return std::accumulate(v.begin(), v.end(), 0.0, [](double s, double e) { return s + e * e; });
  };
  EXPECT_EXACT(gradient(squares, x)[0], 6);
  auto sorted = [&w](Vector v) {
    std::sort(v.begin(), v.end());
    std::transform(v.begin(), v.end(), w.begin(), v.begin(), std::multiplies<>());
    return v[0] + v[1] * v[2];
  };
  const Vector g = gradient(sorted, x); // 1 -> 1, (20 * 300)
  EXPECT_EXACT(g[1], 1);
  EXPECT_EXACT(g[2], 10 * 300);
  EXPECT_EXACT(g[0], 20 * 100);
  auto largest = [](const Vector &v) { return *std::max_element(v.begin(), v.end()); };
  EXPECT_EXACT(gradient(largest, x)[0], 1);
  EXPECT_EXACT(gradient(largest, x)[1], 0);
  auto sums = [](const Vector &v) {
    Vector s(v.size());
    std::partial_sum(v.begin(), v.end(), s.begin());
    return std::reduce(s.begin(), s.end());
  };
  EXPECT_EXACT(gradient(sums, x)[0], 3);
}

CHECK_VALUES(spans) {
  auto norm = [](std::span<const double> v) {
    double s = 0;
    for (double e : v.subspan(1))
      s += e * e;
    return std::sqrt(s);
  };
  const Vector x{7, 3, 4};
  EXPECT_CLOSE(gradient(norm, x)[1], 0.6, 1e-15);
  EXPECT_EXACT(gradient(norm, std::span(x))[0], 0);
  double raw[] = {7, 3, 4};
  EXPECT_CLOSE(gradient(norm, raw)[2], 0.8, 1e-15);
  EXPECT_CLOSE(gradient(norm, std::span<double, 3>(raw))[2], 0.8, 1e-15);
}
