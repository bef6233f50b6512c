// unordered_map from strings to vectors of values, rehashed as it grows.
#include "check.h"
#include <string>
#include <unordered_map>
#include <vector>

double f(const double *x, int n) {
  std::unordered_map<std::string, std::vector<double>> series;
  for (int i = 0; i < 40; i++)
    series["series number " + std::to_string(i % 13)].push_back(x[i % n] * i);
  double r = 0;
  for (int i = 0; i < 13; i++) {
    double product = 1;
    for (double value : series.at("series number " + std::to_string(i)))
      product += value * value;
    r += product / (i + 1);
  }
  series.erase("series number 3");
  return r + series.size();
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
