// Many threads at once, each with functions, shapes and products of its own; and threads that come
// and go while others are in the middle of a sweep.
// std: c++17
// link: -pthread
#include "check.h"
#include <atomic>
#include <cmath>
#include <enzyme/enzyme>
#include <thread>
#include <vector>
using Vector = std::vector<double>;

static double recurrence(const Vector &x) {
  double s = 0.5;
  for (int round = 0; round < 4; round++)
    for (double v : x)
      s = std::sin(s * v) + s * 0.5;
  return s;
}
static Vector neighbours(const Vector &x) {
  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); i++)
    y[i] = x[i] * x[(i + 1) % x.size()] + std::cos(x[i]);
  return y;
}
struct Answers {
  Vector gradient, product, tangent, adjoint;
  double diagonal = 0;
  bool operator==(const Answers &other) const {
    return gradient == other.gradient && product == other.product && tangent == other.tangent &&
           adjoint == other.adjoint && diagonal == other.diagonal;
  }
};
static Answers ask(std::size_t n) {
  Vector x(n), v(n);
  for (std::size_t i = 0; i < n; i++)
    x[i] = 0.3 + 0.01 * double(i), v[i] = 1 - 0.1 * double(i % 7);
  Answers a;
  a.gradient = enzyme::gradient(recurrence, x);
  a.product = enzyme::hvp(recurrence, x, v);
  a.tangent = enzyme::jvp(neighbours, x, v);
  a.adjoint = enzyme::vjp(neighbours, x, v);
  a.diagonal = enzyme::jacobian(neighbours, Vector(x.begin(), x.begin() + 4))(2, 2);
  return a;
}

CHECK_VALUES(threads) {
  const std::size_t sizes[] = {5, 17, 40, 90};
  std::vector<Answers> expected;
  for (std::size_t n : sizes)
    expected.push_back(ask(n));
  std::atomic<int> wrong{0};
  for (int wave = 0; wave < 3; wave++) {
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 16; t++)
      threads.emplace_back([&, t] {
        for (unsigned i = 0; i < 4; i++)
          if (!(ask(sizes[(t + i) % 4]) == expected[(t + i) % 4]))
            wrong++;
      });
    for (std::thread &thread : threads)
      thread.join();
  }
  EXPECT_TRUE(wrong == 0);
}
