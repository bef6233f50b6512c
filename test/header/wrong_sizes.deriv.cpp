// Directions, seeds and results whose sizes do not fit are refused by an exception, and nothing leaks.
// std: c++17
#include "check.h"
#include <enzyme/enzyme>
#include <stdexcept>
#include <vector>
using Vector = std::vector<double>;

static Vector f(const Vector &x) { return {x[0] * x[1], x[1]}; }
template <class Call> static bool isRefused(Call call) {
  try {
    call();
  } catch (const std::length_error &) {
    return true;
  }
  return false;
}

CHECK_VALUES(sizes) {
  const Vector x{2, 3};
  EXPECT_TRUE(isRefused([&] { enzyme::jvp(f, x, Vector{1}); }));
  EXPECT_TRUE(isRefused([&] { enzyme::jvp(f, x, Vector{1, 2, 3}); }));
  EXPECT_TRUE(isRefused([&] { enzyme::vjp(f, x, Vector{1}); }));
  EXPECT_TRUE(isRefused([&] { enzyme::vjp(f, x, Vector{1, 2, 3}); }));
  EXPECT_TRUE(isRefused([&] { enzyme::hvp([](const Vector &v) { return v[0] * v[1]; }, x, Vector{1}); }));
  EXPECT_EXACT(enzyme::vjp(f, x, Vector{1, 0})[0], 3);
}

CHECK_VALUES(exceptions_of_the_function) {
  auto guarded = [](const Vector &x) {
    if (x.empty())
      throw std::invalid_argument("empty");
    Vector copy(x);
    if (x[0] < 0)
      throw std::domain_error("negative");
    return copy[0] * copy[0];
  };
  EXPECT_EXACT(enzyme::gradient(guarded, Vector{3})[0], 6);
  int caught = 0;
  try {
    enzyme::gradient(guarded, Vector{-1});
  } catch (const std::domain_error &) {
    ++caught;
  }
  try {
    enzyme::jvp(guarded, Vector(), Vector());
  } catch (const std::invalid_argument &) {
    ++caught;
  }
  EXPECT_EXACT(caught, 2);
}
