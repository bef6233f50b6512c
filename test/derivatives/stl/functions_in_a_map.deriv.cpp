// std::function objects stored in a map by name, with captures of every size.
// also: -stdlib=libc++ -static-libstdc++
#include "check.h"
#include <functional>
#include <map>
#include <string>

NOINLINE static double cube(double x) { return x * x * x; }

double f(const double *x) {
  std::map<std::string, std::function<double(double)>> table;
  const double a = x[0], b = x[1], c = x[2];
  table["cube"] = cube;
  table["scale"] = [a](double v) { return a * v; };
  table["large"] = [a, b, c](double v) { return a + b * v + c * v * v; };
  table["by reference"] = [&](double v) { return v * x[2]; };
  double r = x[1];
  for (const char *name : {"scale", "cube", "large", "by reference", "scale"})
    r += table.at(name)(r * 0.5);
  std::function<double(double)> composed = [inner = table["scale"], outer = table["cube"]](double v) { return outer(inner(v)); };
  return r + composed(b);
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
