// array, deque, list and map holding active values.
#include "check.h"
#include <array>
#include <deque>
#include <list>
#include <map>

double f(const double *x, int n) {
  std::array<double, 3> a = {x[0], x[1], x[2]};
  std::deque<double> d;
  std::list<double> l;
  std::map<int, double> m;
  for (int i = 0; i < n; i++) {
    d.push_front(a[i] * a[i]);
    l.push_back(a[i] * x[0]);
    m[(i * 2) % 3] += a[i] * x[1];
  }
  d.pop_back();
  double r = 1;
  for (double e : d)
    r += r * e;
  for (double e : l)
    r = r * 0.5 + e;
  for (const auto &[key, value] : m)
    r += value * value * key;
  return r;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
