// Several values by one key; extraction of nodes; try_emplace; structured bindings with insert.
// std: c++17
#include "check.h"
#include <map>
#include <string>

double f(const double *x, int n) {
  std::multimap<int, double> all;
  for (int i = 0; i < 3 * n; i++)
    all.emplace(i % 4, x[i % n] * (i + 1));
  double r = 0;
  const auto [first, last] = all.equal_range(2);
  for (auto it = first; it != last; ++it)
    r += it->second * it->second;
  std::map<std::string, double> named;
  const auto [at, isNew] = named.try_emplace("first", x[0]);
  if (isNew)
    at->second *= x[1];
  named.insert_or_assign("first", at->second * 2);
  auto node = named.extract("first");
  node.key() = "second";
  named.insert(std::move(node));
  for (auto it = all.begin(); it != all.end();)
    it = it->first == 1 ? all.erase(it) : std::next(it);
  for (const auto &[key, value] : all)
    r += key * value;
  return r * named.at("second") + named.size();
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
