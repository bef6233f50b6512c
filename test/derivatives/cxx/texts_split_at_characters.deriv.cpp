// Numbers chosen by a text that is split at its dots: where one ends is a distance of two addresses,
// and where there is no further dot it is none.
// std: c++20
#include "check.h"
#include <string>
#include <string_view>
NOINLINE static double chosen(const double *x, std::string_view path) {
  double product = 1;
  while (!path.empty()) {
    auto dot = path.find('.');
    std::string_view key = path.substr(0, dot);
    path = dot == path.npos ? std::string_view() : path.substr(dot + 1);
    product *= x[key[0] - '0'];
  }
  return product;
}
static double sum(const double *x, int n) {
  std::string text = "1." + std::to_string(n - 1);
  return chosen(x, "0.1.2") + chosen(x, text) * chosen(x, "2");
}
CHECK_FUNCTION_N(sum, 4, 1.1, 0.7, 1.3, 0.9);
