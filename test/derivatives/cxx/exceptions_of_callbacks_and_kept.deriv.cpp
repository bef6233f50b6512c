// Exceptions out of callbacks, and such as are kept and thrown again, are caught inside.
#include "check.h"
#include <cmath>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
struct Both {
  double l, r;
};
template <class T> NOINLINE static double raise_(T v, double x) {
  if (x < 5)
    throw v;
  return x;
}
NOINLINE static double apply(const std::function<double(double)> &f, double x) { return f(x) * x; }
static double callback(double x) {
  double s = 0;
  for (int i = 0; i < 4; i++)
    try {
      s += apply([&](double y) { if (i % 2) throw Both{y * i, y}; return y * y; }, x);
    } catch (...) {
      s += x * i;
    }
  try { apply([&](double y) -> double { throw Both{y, y * 3}; }, x); } catch (const Both &b) { s += b.l * b.r; }
  return s;
}
static double kept(double x) {
  std::exception_ptr p;
  try { raise_(Both{x, x * x * x}, x); } catch (...) { p = std::current_exception(); }
  try { std::rethrow_exception(p); } catch (const Both &b) { return b.r * x; }
}
/// Made without a throw; of some nothing is ever thrown.
static double made(double x) {
  double s = 0;
  for (int i = 0; i < 3; i++) {
    std::exception_ptr p = std::make_exception_ptr(Both{x, x * x});
    std::exception_ptr other = std::make_exception_ptr(Both{x * x, 2});
    if (i == 1)
      p = other;
    try { std::rethrow_exception(p); } catch (const Both &b) { s += b.r * b.l; }
  }
  return s;
}
CHECK_SCALAR(made, 0.7);
CHECK_SCALAR(callback, 0.7);
CHECK_SCALAR(kept, 0.7);
