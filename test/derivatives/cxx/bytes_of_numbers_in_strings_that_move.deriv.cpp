// std: c++20
// only: -O0 -O2
// Bytes of numbers added to text one by one, in a container of strings that grows and is copied: more functions
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
double added_one_by_one(double x) {
  std::vector<std::string> all;
  double numbers[3] = {x, x * x, 3 * x};
  for (const double &v : numbers) {
    std::string t;
    for (int i = 0; i < 8; i++)
      t.push_back(((const char *)&v)[i]);
    all.push_back(t);
  }
  std::vector<std::string> copy = all;
  return sumOf(copy) + 3 * sumOf(all);
}
CHECK_SCALAR(added_one_by_one, 0.5, 1.5);
