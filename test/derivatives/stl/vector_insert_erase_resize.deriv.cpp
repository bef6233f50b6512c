// A vector grown, shortened and shifted: insert, erase, resize, pop_back, assign, swap.
#include "check.h"
#include <vector>

double f(const double *x, int n) {
  std::vector<double> v;
  for (int i = 0; i < n; i++)
    v.insert(v.begin() + i / 2, x[i] * (i + 1));
  v.erase(v.begin() + 1);
  v.resize(v.size() + 2, x[0]);
  v.insert(v.end(), {x[1] * x[2], 2.0, x[2]});
  v.pop_back();
  std::vector<double> w;
  w.assign(v.begin(), v.end() - 1);
  w.swap(v);
  v.reserve(100);
  v.shrink_to_fit();
  v.emplace_back(x[3] * x[3]);
  double r = 0;
  for (std::size_t i = 0; i < v.size(); i++)
    r += v[i] * v[i] * (i + 1) + w.front();
  return r + w.back() * v.at(2);
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
