// `in >> a` over a value that depended on x: a number from a stream depends on nothing, also where a handler may catch.
// also: -stdlib=libc++ -static-libstdc++
#include "check.h"
#include <fstream>
#include <sstream>
#include <string>

extern "C" void readOver(const double *x, double *y) {
  double a = x[0] * x[1];
  float f = static_cast<float>(x[2]);
  std::istringstream in("2.5 1.5 3");
  std::string word("held"); // destroyed if reading throws
  in >> a >> f;
  y[0] = a * x[0] + x[1];
  y[1] = f * x[1] + double(word.size()) * x[2];
  double values[3] = {x[0], x[1], x[2]};
  in >> values[1];
  y[2] = values[0] * values[1] * values[2];
}
CHECK_VECTOR(readOver, 3, 3, 0.5, -1.25, 0.75);
