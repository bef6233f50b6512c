// Long enough for introsort's partitions and heaps.
#include "check.h"
#include <algorithm>
#include <vector>

double f(const double *x, int n) {
  std::vector<double> v;
  for (int i = 0; i < 200; i++)
    v.push_back(x[i % n] * ((i * 37) % 101 + 1));
  std::sort(v.begin(), v.end());
  double r = 0;
  for (int i = 0; i < 200; i++)
    r += v[i] * i;
  std::make_heap(v.begin(), v.end());
  std::pop_heap(v.begin(), v.end());
  r += v.back();
  std::sort_heap(v.begin(), v.end() - 1);
  return r + v[10] * v[20];
}

CHECK_FUNCTION_N(f, 3, 0.5123, -1.5, 0.7571);
