// Constrained algorithms: transform, minmax, fold by hand, sort by projection, views over maps and strings.
// std: c++20
#include "check.h"
#include <algorithm>
#include <map>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

struct Asset {
  std::string name;
  double price, weight;
};

double f(const double *x) {
  std::vector<Asset> assets = {{"bond with a long name for the heap", x[0], 0.5}, {"stock", x[1] * x[1], x[2]}, {"cash", 1.0, x[0] * x[2]}};
  std::ranges::sort(assets, std::ranges::less{}, &Asset::price);
  std::vector<double> values(assets.size());
  std::ranges::transform(assets, values.begin(), [](const Asset &a) { return a.price * a.weight; });
  double r = values[0] * values[1] + values[2];
  const auto heaviest = std::ranges::max_element(assets, {}, &Asset::weight);
  r += heaviest->price * 2;
  std::map<std::string, double, std::less<>> byName;
  for (const Asset &a : assets)
    byName[a.name] = a.price;
  for (double v : byName | std::views::values)
    r = r * 0.5 + v;
  std::string_view text = "stock,cash";
  for (auto part : text | std::views::split(','))
    r += byName.find(std::string_view(part.begin(), part.end()))->second * x[0];
  return r + std::ranges::count_if(assets, [](double p) { return p > 0.9; }, &Asset::price);
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
