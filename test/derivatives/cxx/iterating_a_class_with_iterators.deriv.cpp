// A user's own iterators and ranges.
#include "check.h"

struct Grid {
  const double *data;
  int n, stride;
  struct Iterator {
    const double *at;
    int stride;
    const double &operator*() const { return *at; }
    Iterator &operator++() {
      at += stride;
      return *this;
    }
    bool operator!=(const Iterator &o) const { return at < o.at; }
  };
  Iterator begin() const { return {data, stride}; }
  Iterator end() const { return {data + n, stride}; }
};
double f(const double *x, int n) {
  double r = 0;
  for (const double &v : Grid{x, n, 2})
    for (const double &w : Grid{x, n, 1})
      r += v * w * w;
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2);
