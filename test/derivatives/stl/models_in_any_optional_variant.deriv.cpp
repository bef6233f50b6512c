// std::any, std::optional, std::variant and std::tuple hold intermediate results.
// std: c++20
#include "check.h"
#include <any>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>
struct Model {
  std::optional<double> offset;
  std::variant<double, std::vector<double>, std::string> rate;
};
NOINLINE static double apply(const Model &m, double t) {
  double r = m.offset.value_or(0.25);
  if (auto *d = std::get_if<double>(&m.rate))
    r += *d * t;
  else if (auto *v = std::get_if<std::vector<double>>(&m.rate))
    for (double c : *v)
      r = r * t + c;
  else
    r += std::get<std::string>(m.rate).size() * t;
  return r;
}
double f(const double *x) {
  std::map<std::string, std::any> store;
  store["a"] = x[0] * x[1];
  store["b"] = std::vector<double>{x[1], x[2]};
  store["c"] = 7;
  std::vector<Model> models;
  models.push_back({x[0], x[1] * 2});
  models.push_back({std::nullopt, std::vector<double>{x[2], x[0]}});
  models.push_back({x[2], std::string("four")});
  double s = std::any_cast<double>(store["a"]) +
             std::any_cast<std::vector<double> &>(store["b"])[1] * std::any_cast<int>(store["c"]);
  for (auto &m : models)
    s += apply(m, x[1]) * apply(m, 0.5);
  auto [p, q] = std::make_tuple(x[0] * s, x[1]);
  models[1] = models[0];
  return p * q + apply(models[1], s);
}
CHECK_FUNCTION(f, 3, 0.5, -1.25, 0.75);
