#include <functional>
#include <vector>
static auto cubed = [](double x) { return x * x * x; };
static auto shifted = [](double x) { return x + 1; };
static double evaluate(const std::function<double(double)> &f, double x) { return f(x) + f(2 * x); }

double second(const double *x, int n) {
  double factor = x[1];
  auto negative = [&](double v) { return -v * factor; };
  auto twice = [&](double v) { return 2 * v * factor; };
  std::vector<std::function<double(double)>> functions{twice, shifted, negative, cubed};
  double product = 1;
  for (int i = 0; i < n; i++)
    product *= 1 + 0.01 * evaluate(functions[i % 4], x[i]);
  return product;
}
