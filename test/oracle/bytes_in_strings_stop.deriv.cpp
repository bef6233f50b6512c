// oracle: stops, basic_string
// Bytes of a number in text that the C++ library's own code moves.
#include "check.h"
#include <string>
double through_text(double x) {
  double y = x * x;
  std::string text((const char *)&y, sizeof y), other = text + "end";
  text = other.substr(0, sizeof y);
  memcpy(&y, text.data(), sizeof y);
  return y;
}
CHECK_SCALAR(through_text, 1.5, -2);
