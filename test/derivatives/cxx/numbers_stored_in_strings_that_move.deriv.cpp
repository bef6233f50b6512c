// std: c++20
// only: -O0 -O2
// Numbers stored through the address of characters, in a container of strings that grows and is copied: more functions
// look at one string than are asked.
#include "check.h"
#include <cstring>
#include <string>
#include <vector>

static double sumOf(const std::vector<std::string> &all) {
  double sum = 0;
  for (const std::string &text : all) {
    double v;
    std::memcpy(&v, text.data(), sizeof v);
    sum += v * v;
  }
  return sum;
}
double stored(double x) {
  std::vector<std::string> all;
  double numbers[3] = {x, x * x, 3 * x};
  for (const double &v : numbers) {
    std::string t(8, ' ');
    *(double *)t.data() = v;
    all.push_back(t);
  }
  std::vector<std::string> copy = all;
  return sumOf(copy) + 3 * sumOf(all);
}
CHECK_SCALAR(stored, 0.5, 1.5);
