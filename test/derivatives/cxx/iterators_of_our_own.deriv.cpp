// A random-access iterator with strides, used by algorithms of the library.
#include "check.h"
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>

class Strided {
  double *at;
  std::ptrdiff_t step;

public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = double;
  using difference_type = std::ptrdiff_t;
  using pointer = double *;
  using reference = double &;
  Strided(double *p, std::ptrdiff_t s) : at(p), step(s) {}
  double &operator*() const { return *at; }
  double &operator[](std::ptrdiff_t i) const { return at[i * step]; }
  Strided &operator++() { return at += step, *this; }
  Strided &operator--() { return at -= step, *this; }
  Strided operator++(int) { return Strided(std::exchange(at, at + step), step); }
  Strided operator--(int) { return Strided(std::exchange(at, at - step), step); }
  Strided &operator+=(std::ptrdiff_t n) { return at += n * step, *this; }
  Strided &operator-=(std::ptrdiff_t n) { return at -= n * step, *this; }
  friend Strided operator+(Strided a, std::ptrdiff_t n) { return a += n; }
  friend Strided operator-(Strided a, std::ptrdiff_t n) { return a -= n; }
  friend std::ptrdiff_t operator-(const Strided &a, const Strided &b) { return (a.at - b.at) / a.step; }
  friend bool operator==(const Strided &a, const Strided &b) { return a.at == b.at; }
  friend bool operator!=(const Strided &a, const Strided &b) { return a.at != b.at; }
  friend bool operator<(const Strided &a, const Strided &b) { return a.at < b.at; }
  friend bool operator>(const Strided &a, const Strided &b) { return b < a; }
  friend bool operator<=(const Strided &a, const Strided &b) { return !(b < a); }
  friend bool operator>=(const Strided &a, const Strided &b) { return !(a < b); }
};

double f(const double *x) {
  double grid[3][4];
  for (int i = 0; i < 12; i++)
    grid[i / 4][i % 4] = x[i % 3] * (i + 1);
  Strided column(&grid[0][1], 4);
  std::sort(column, column + 3);
  double r = std::accumulate(column, column + 3, x[0]);
  std::transform(column, column + 3, Strided(&grid[0][0], 1), [](double v) { return v * v; });
  return r + grid[0][0] * grid[0][2] + column[2];
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
