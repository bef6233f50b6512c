// Containers with an allocator of our own, rebound for nodes, that counts.
#include "check.h"
#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

template <class T> struct Counting {
  using value_type = T;
  int *count;
  explicit Counting(int *c) : count(c) {}
  template <class U> Counting(const Counting<U> &o) : count(o.count) {}
  T *allocate(std::size_t n) {
    ++*count;
    return static_cast<T *>(malloc(n * sizeof(T)));
  }
  void deallocate(T *p, std::size_t) { free(p); }
  template <class U> bool operator==(const Counting<U> &o) const { return count == o.count; }
  template <class U> bool operator!=(const Counting<U> &o) const { return count != o.count; }
};

double f(const double *x, int n) {
  int count = 0;
  std::vector<double, Counting<double>> v{Counting<double>(&count)};
  for (int i = 0; i < n; i++)
    v.push_back(x[i] * x[i]);
  std::map<int, double, std::less<int>, Counting<std::pair<const int, double>>> w{std::less<int>(), Counting<double>(&count)};
  for (int i = 0; i < 10; i++)
    w[i % 4] += v[i % n] * i;
  double r = count;
  for (const auto &[key, value] : w)
    r += value * value * key;
  return r;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
