// Closures that hold strings beside values: bytes of constants are copied into memory that holds
// numbers too. At third order a rule of such copies is differentiated within another one, and each
// has memory of its own for the constants' shadows.
#include "check.h"
#include <functional>
#include <string>
#include <vector>

template <class T, class... A> T __enzyme_fwddiff(void *, A...);

struct task {
  double factor;
  std::function<double(double)> run;
};

double f(double x) { // sum over i of (i + 1) n_i x^3, n_i the lengths of the strings
  std::vector<task> tasks;
  for (int i = 0; i < 3; i++) {
    std::string name = i == 0 ? "mid" : i == 1 ? "twenty bytes and more" : "";
    double weight = x * (i + 1);
    tasks.push_back(task{x, [name, weight](double a) { return a * weight * name.size(); }});
  }
  double sum = 0;
  for (auto &each : tasks) {
    task copy = each;
    sum += copy.run(copy.factor * x);
  }
  return sum;
}
constexpr double cubic = 1 * 3 + 2 * 21;

static double f1(double x) { return __enzyme_fwddiff<double>((void *)f, x, 1.); }
static double f2(double x) { return __enzyme_fwddiff<double>((void *)f1, x, 1.); }
static double f3(double x) { return __enzyme_fwddiff<double>((void *)f2, x, 1.); }

CHECK_VALUES(derivatives) {
  for (double x : {0.5, -2.}) {
    EXPECT_CLOSE(f1(x), 3 * cubic * x * x, 1e-12);
    EXPECT_CLOSE(f2(x), 6 * cubic * x, 1e-12);
    EXPECT_CLOSE(f3(x), 6 * cubic, 1e-12);
  }
}
