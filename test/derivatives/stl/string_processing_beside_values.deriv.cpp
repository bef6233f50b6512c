// Strings cut, joined, compared and converted beside active values.
#include "check.h"
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

NOINLINE static std::vector<std::string> split(const std::string &text, char at) {
  std::vector<std::string> parts;
  std::string::size_type start = 0, end;
  while ((end = text.find(at, start)) != std::string::npos) {
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  parts.push_back(text.substr(start));
  return parts;
}

double f(const double *x) {
  double r = 0;
  int position = 0;
  for (std::string part : split("1.5;2;mul;-3.25;ADD", ';')) {
    std::transform(part.begin(), part.end(), part.begin(), [](unsigned char c) { return std::tolower(c); });
    if (part == "mul")
      r *= x[0];
    else if (part == "add")
      r += x[1] * x[0];
    else
      r += std::stod(part) * x[position++ % 2];
  }
  return r;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
