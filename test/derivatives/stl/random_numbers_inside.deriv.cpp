// Monte Carlo with engines and distributions: the draws are constants.
#include "check.h"
#include <random>

double f(const double *x) {
  std::mt19937 engine(42);
  std::normal_distribution<double> normal(0.0, 1.0);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::uniform_int_distribution<int> dice(1, 6);
  std::bernoulli_distribution coin(0.5);
  double sum = 0;
  for (int i = 0; i < 20; i++) {
    const double z = normal(engine), u = uniform(engine);
    sum += exp(x[0] * z * 0.3) * (coin(engine) ? x[1] : u) + dice(engine) * x[1];
  }
  return sum / 20;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
