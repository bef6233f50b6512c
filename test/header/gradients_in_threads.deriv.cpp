// Threads that ask for gradients at once.
// std: c++17
// link: -pthread
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>
#include <thread>
#include <vector>
using Vector = std::vector<double>;

static double chain(const Vector &x) {
  double state = 1;
  for (double v : x)
    state = std::sin(state * v) + v;
  return state;
}

CHECK_VALUES(threads) {
  Vector x(500);
  for (std::size_t i = 0; i < x.size(); i++)
    x[i] = 0.5 + 0.001 * double(i);
  const Vector alone = enzyme::gradient(chain, x);
  std::vector<Vector> found(8);
  std::vector<std::thread> threads;
  for (Vector &result : found)
    threads.emplace_back([&x, &result] {
      for (int i = 0; i < 20; i++)
        result = enzyme::gradient(chain, x);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const Vector &result : found)
    EXPECT_TRUE(result == alone);
}
