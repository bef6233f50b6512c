// A generator class with begin and end, reverse iterators, move iterators, back inserters, index tables.
#include "check.h"
#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

class Powers {
  double base;
  int count;

public:
  struct iterator {
    double base, value;
    int at;
    double operator*() const { return value; }
    iterator &operator++() {
      value *= base;
      ++at;
      return *this;
    }
    bool operator!=(const iterator &o) const { return at != o.at; }
  };
  Powers(double b, int n) : base(b), count(n) {}
  iterator begin() const { return {base, 1, 0}; }
  iterator end() const { return {base, 0, count}; }
};

double f(const double *x, int n) {
  double r = 0;
  for (double p : Powers(x[0], 5))
    r += p * x[1];
  std::vector<double> v(x, x + n);
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return v[a] > v[b]; });
  for (int i = 0; i < n; i++)
    r += v[order[i]] * (i + 1);
  r += std::accumulate(v.rbegin(), v.rend(), 0.0, [](double a, double b) { return 0.5 * a + b; });
  std::vector<std::string> names = {"a", "b"}, moved(std::make_move_iterator(names.begin()), std::make_move_iterator(names.end()));
  return r * moved.size() + *std::prev(v.end()) * *std::next(v.begin());
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
