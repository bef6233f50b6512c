// An ordered set and multiset of values: the order depends on them, the sums are smooth.
#include "check.h"
#include <set>

double f(const double *x, int n) {
  std::set<double> ordered(x, x + n);
  std::multiset<double> twice;
  for (int i = 0; i < n; i++) {
    twice.insert(x[i] * x[i]);
    twice.insert(x[i]);
  }
  double r = 0, weight = 1;
  for (double v : ordered)
    r += v * weight++;
  r += *ordered.begin() * *ordered.rbegin();
  ordered.erase(ordered.begin());
  r += *ordered.lower_bound(0.6);
  for (double v : twice)
    r = r * 0.5 + v;
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
