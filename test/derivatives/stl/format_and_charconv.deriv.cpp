// Numbers to text and back with charconv and to_string: text carries no derivative.
// std: c++17
#include "check.h"
#include <charconv>
#include <cstring>
#include <string>

double f(const double *x) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, 12345);
  int back = 0;
  std::from_chars(buffer, end, back);
  double number = 0;
  const char *text = "2.25";
  std::from_chars(text, text + std::strlen(text), number);
  const std::string all = std::to_string(x[0]) + std::string(3, '*');
  return error == std::errc() ? x[0] * back * 1e-4 + number * x[1] * (all.back() == '*') : 0;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
