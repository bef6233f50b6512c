// A small vector class with overloaded operators and temporaries.
#include "check.h"

class Vec {
public:
  explicit Vec(int n) : size(n), data(new double[(size_t)n]) {}
  Vec(const Vec &o) : Vec(o.size) {
    for (int i = 0; i < size; i++)
      data[i] = o.data[i];
  }
  Vec(Vec &&o) : size(o.size), data(o.data) { o.data = nullptr; }
  ~Vec() { delete[] data; }
  Vec &operator=(const Vec &o) {
    for (int i = 0; i < size; i++)
      data[i] = o.data[i];
    return *this;
  }
  double &operator[](int i) { return data[i]; }
  const double &operator[](int i) const { return data[i]; }
  Vec operator+(const Vec &o) const {
    Vec r(*this);
    for (int i = 0; i < size; i++)
      r[i] += o[i];
    return r;
  }
  friend Vec operator*(double s, const Vec &v) {
    Vec r(v);
    for (int i = 0; i < r.size; i++)
      r[i] *= s;
    return r;
  }
  double dot(const Vec &o) const {
    double r = 0;
    for (int i = 0; i < size; i++)
      r += data[i] * o[i];
    return r;
  }

private:
  int size;
  double *data;
};
double f(const double *x, int n) {
  Vec a(n), b(n);
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i], b[i] = x[n - 1 - i];
  Vec c = x[0] * a + b;
  b = c + 2.0 * (a + c);
  return b.dot(c) + a.dot(a);
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
