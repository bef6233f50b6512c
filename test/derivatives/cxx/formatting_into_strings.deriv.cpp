// std::string, std::to_string and ostringstream inside the function.
#include "check.h"
#include <sstream>
#include <string>

double f(double x) {
  std::ostringstream text;
  text << "x=" << x << ";";
  std::string s = text.str() + std::to_string(7);
  return x * x * (double)(s.back() - '0') + (s.size() > 3 ? x : 0);
}

CHECK_SCALAR(f, 3, 1.5);
