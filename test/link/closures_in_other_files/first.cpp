#include <functional>
#include <vector>
static auto tripled = [](double x) { return 3 * x; };
static auto squared = [](double x) { return x * x; };
static double evaluate(const std::function<double(double)> &f, double x) { return f(x); }

double first(const double *x, int n) {
  double factor = x[0];
  auto twice = [&](double v) { return 2 * v * factor; };
  auto negative = [&](double v) { return -v * factor; };
  std::vector<std::function<double(double)>> functions{squared, twice, tripled, negative};
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += evaluate(functions[i % 4], x[i]);
  return sum;
}
