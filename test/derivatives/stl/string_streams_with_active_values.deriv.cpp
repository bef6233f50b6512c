// Formatting active values into a stringstream, and reading constants back.
// also: -stdlib=libc++ -static-libstdc++
#include "check.h"
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

double f(const double *x) {
  std::ostringstream out;
  out << "x = " << std::setprecision(3) << std::fixed << x[0] << ", n = " << 3 << std::endl;
  std::string text = out.str();
  std::istringstream in("2.5 4 words");
  double factor = 0;
  int count = 0;
  std::string word;
  in >> factor >> count >> word;
  double r = x[0] * factor + count * x[1];
  if (text.find("n = 3") != std::string::npos && word == "words")
    r *= x[1];
  std::clog << std::scientific << r << '\n' << std::flush;
  return r;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
