// A buffer class with copy, move and swap; std::exchange, forwarding, returned temporaries.
#include "check.h"
#include <algorithm>
#include <cstddef>
#include <utility>

class Buffer {
  std::size_t count = 0;
  double *data = nullptr;

public:
  explicit Buffer(std::size_t n) : count(n), data(new double[n]()) {}
  Buffer(const Buffer &o) : Buffer(o.count) { std::copy(o.data, o.data + count, data); }
  Buffer(Buffer &&o) noexcept : count(std::exchange(o.count, 0)), data(std::exchange(o.data, nullptr)) {}
  Buffer &operator=(Buffer o) noexcept {
    swap(*this, o);
    return *this;
  }
  ~Buffer() { delete[] data; }
  friend void swap(Buffer &a, Buffer &b) noexcept {
    std::swap(a.count, b.count);
    std::swap(a.data, b.data);
  }
  double &operator[](std::size_t i) { return data[i]; }
  double operator[](std::size_t i) const { return data[i]; }
  std::size_t size() const { return count; }
};

NOINLINE static Buffer operator+(Buffer a, const Buffer &b) {
  for (std::size_t i = 0; i < a.size(); i++)
    a[i] += b[i] * b[i];
  return a;
}

double f(const double *x, int n) {
  Buffer a(n), b(n + 1);
  for (int i = 0; i < n; i++)
    a[i] = x[i];
  Buffer c = a + a;
  b = std::move(c) + a;
  swap(a, b);
  c = a;
  double r = 0;
  for (std::size_t i = 0; i < c.size(); i++)
    r += c[i] * a[i] * double(i + 1);
  return r;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
