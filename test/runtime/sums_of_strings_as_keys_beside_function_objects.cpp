// Sums of strings are keys, in a file where a function object returns arrays of numbers, whose
// copies do not say of which type they are: the sizes of the strings are no numbers' bits, though
// the library is handed their memory to free it.
// RUN: enzyme-clang++ -O2 %s -o %t && %t
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <unordered_map>

using State = std::array<double, 4>;
static State along(const State &y, double h, const State &k) {
  State result;
  for (int i = 0; i < 4; i++)
    result[i] = y[i] + h * k[i];
  return result;
}
double integrated(const double *x, int steps) {
  std::function<State(const State &)> slope = [=](const State &y) {
    return State{y[1] * x[0], -y[0] * x[1], y[3], -y[2] * x[2]};
  };
  State y{1, 0, 0.5, 0.2};
  double h = 0.1;
  for (int step = 0; step < steps; step++) {
    State k1 = slope(y), k2 = slope(along(y, h / 2, k1)), k3 = slope(along(y, h / 2, k2)),
          k4 = slope(along(y, h, k3));
    for (int i = 0; i < 4; i++)
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y[0] * y[2];
}
double counted(const double *x, int n) {
  std::unordered_map<std::string, double> counts;
  for (int i = 0; i < n; i++)
    counts[std::string(i, 'x') + std::string(i, 'y')] += x[i];
  double sum = 0;
  for (auto &[name, count] : counts)
    sum += count * count * double(name.size() + 1);
  return sum;
}

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;
int main() {
  double x[4] = {0.5, 1.5, -0.7, 0.9}, slopes[4] = {}, counts[4] = {};
  __enzyme_autodiff((void *)integrated, enzyme_dup, x, slopes, enzyme_const, 4);
  __enzyme_autodiff((void *)counted, enzyme_dup, x, counts, enzyme_const, 4);
  const double h = 1e-5;
  double more[3] = {0.5 + h, 1.5, -0.7}, less[3] = {0.5 - h, 1.5, -0.7};
  double difference = (integrated(more, 4) - integrated(less, 4)) / (2 * h);
  bool isRight = std::fabs(slopes[0] - difference) < 1e-8;
  for (int i = 0; i < 4; i++)
    isRight &= std::fabs(counts[i] - 2 * x[i] * (2 * i + 1)) < 1e-12;
  return isRight ? 0 : 1;
}
