// unordered_map with a struct key, a hash and an equality of our own; set with a comparator.
#include "check.h"
#include <functional>
#include <set>
#include <unordered_map>
#include <vector>

struct Cell {
  int i, j;
  bool operator==(const Cell &o) const { return i == o.i && j == o.j; }
};
struct CellHash {
  std::size_t operator()(const Cell &c) const { return std::hash<int>()(c.i * 31 + c.j); }
};
struct Weighted {
  int id;
  double weight;
};
struct Heavier {
  bool operator()(const Weighted &a, const Weighted &b) const { return a.weight != b.weight ? a.weight > b.weight : a.id < b.id; }
};

double f(const double *x, int n) {
  std::unordered_map<Cell, double, CellHash> grid;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      grid[{i, j}] = x[i] * x[j] + i;
  double r = 0;
  for (int i = 0; i + 1 < n; i++)
    r += grid.at({i, i + 1}) * grid[{i + 1, i}];
  std::set<Weighted, Heavier> order;
  for (int i = 0; i < n; i++)
    order.insert({i, x[i] * x[i]});
  double factor = 1;
  for (const Weighted &w : order)
    r += w.weight * (factor *= 0.5);
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
