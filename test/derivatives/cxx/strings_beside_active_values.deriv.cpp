// Objects that hold strings and active values: strings grow, are assigned, moved, read from streams, copied in vectors and maps.
#include "check.h"
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Quantity {
  std::string name, unit;
  double value;

  NOINLINE Quantity(double value) : value(value) {
    name = "a name so long that it needs memory";
    unit = "m";
  }
  NOINLINE Quantity(std::string name, double value) : name(std::move(name)), value(value) {}
  Quantity(const Quantity &) = default;
  Quantity(Quantity &&) = default;
  Quantity &operator=(const Quantity &) = default;
  Quantity &operator=(Quantity &&) = default;
  NOINLINE ~Quantity() {}

  NOINLINE void square() {
    unit += " squared, which is a unit with a long name";
    value *= value;
  }
  NOINLINE void rename(const char *text) {
    std::istringstream stream(text);
    std::getline(stream, name);
    stream >> unit;
  }
};

double total(const std::vector<Quantity> &all) {
  double sum = 0;
  for (const Quantity &one : all)
    sum += one.value * double(one.name.size() % 5);
  return sum;
}

} // namespace

double f(const double *x) {
  std::vector<Quantity> all;
  for (int i = 0; i < 3; i++) {
    all.emplace_back(x[i]);
    all.back().square();
  }
  all.push_back({"short", x[0] * x[1]});
  all[1].rename("another name that does not fit into the object itself\nunit");
  Quantity copy = all[2];
  copy.name.insert(0, "with more characters in front, ");
  std::swap(copy, all[0]);
  all[3] = all[1];
  all[3].name.clear();
  all[3].name.shrink_to_fit();
  all[3].name = std::string("a") + all[2].name;
  std::map<std::string, Quantity> named;
  for (const Quantity &one : all)
    named.insert_or_assign(one.name.substr(0, 12) + one.unit, one);
  double sum = total(all) + copy.value * x[2];
  for (auto &[key, one] : named)
    sum += one.value * double(key.size());
  return sum;
}

CHECK_FUNCTION(f, 3, 0.5, -1.25, 0.75);
