// C++23: subscripts of several indices, deducing this, if consteval, static call operators.
// std: c++23
#include "check.h"
#include <array>
#include <cstddef>

template <std::size_t R, std::size_t C> struct Grid {
  std::array<double, R * C> cells{};
  template <class Self> auto &&operator[](this Self &&self, std::size_t i, std::size_t j) { return self.cells[i * C + j]; }
};

struct Square {
  static double operator()(double x) { return x * x; }
};

constexpr double choose(double x) {
  if consteval {
    return 1;
  } else {
    return x * 3;
  }
}

struct Chain {
  double value;
  Chain &add(this Chain &self, double v) {
    self.value += v;
    return self;
  }
};

double f(const double *x) {
  Grid<2, 3> grid;
  for (std::size_t i = 0; i < 2; i++)
    for (std::size_t j = 0; j < 3; j++)
      grid[i, j] = x[j] * double(i + 1);
  auto fibonacci = [](this auto self, double v, int n) -> double { return n < 2 ? v : self(v, n - 1) * 0.5 + self(v * v, n - 2); };
  Chain chain{x[0]};
  chain.add(x[1]).add(grid[1, 2]);
  return grid[0, 1] * grid[1, 0] + Square()(x[2]) + choose(x[0]) + fibonacci(x[1], 5) + chain.value * chain.value;
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
