// A small matrix class with expression templates and strided views.
#include "check.h"
#include <algorithm>
#include <memory>
template <class E> struct Expr {
  const E &self() const { return static_cast<const E &>(*this); }
};
template <class A, class B> struct Sum : Expr<Sum<A, B>> {
  const A &a;
  const B &b;
  Sum(const A &a, const B &b) : a(a), b(b) {}
  double operator()(int i, int j) const { return a(i, j) + b(i, j); }
};
template <class A> struct Scaled : Expr<Scaled<A>> {
  const A &a;
  double s;
  Scaled(const A &a, double s) : a(a), s(s) {}
  double operator()(int i, int j) const { return s * a(i, j); }
};
struct View : Expr<View> {
  double *p;
  int si, sj;
  View(double *p, int si, int sj) : p(p), si(si), sj(sj) {}
  double operator()(int i, int j) const { return p[i * si + j * sj]; }
  double &at(int i, int j) { return p[i * si + j * sj]; }
};
struct Matrix : Expr<Matrix> {
  int n, m;
  std::unique_ptr<double[]> data;
  Matrix(int n, int m) : n(n), m(m), data(new double[n * m]()) {}
  Matrix(const Matrix &o) : Matrix(o.n, o.m) { std::copy_n(o.data.get(), n * m, data.get()); }
  template <class E> Matrix &operator=(const Expr<E> &e) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        data[i * m + j] = e.self()(i, j);
    return *this;
  }
  double operator()(int i, int j) const { return data[i * m + j]; }
  View transposed() { return View(data.get(), 1, m); }
  View block(int i, int j) { return View(data.get() + i * m + j, m, 1); }
};
template <class A, class B> Sum<A, B> operator+(const Expr<A> &a, const Expr<B> &b) { return {a.self(), b.self()}; }
template <class A> Scaled<A> operator*(double s, const Expr<A> &a) { return {a.self(), s}; }
NOINLINE static Matrix product(const Matrix &a, const Matrix &b) {
  Matrix c(a.n, b.m);
  for (int i = 0; i < a.n; i++)
    for (int j = 0; j < b.m; j++)
      for (int k = 0; k < a.m; k++)
        c.data[i * b.m + j] += a(i, k) * b(k, j);
  return c;
}
double f(const double *x) {
  Matrix a(3, 3), b(3, 3);
  for (int i = 0; i < 9; i++)
    a.data[i] = x[i % 4] * (i + 1), b.data[i] = x[(i + 1) % 4] - 0.1 * i;
  Matrix c(3, 3);
  c = a + x[0] * (b + a.transposed());
  Matrix d = product(c, b);
  View corner = d.block(1, 1);
  corner.at(0, 0) *= x[1];
  d = d + 0.5 * c;
  double s = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      s += d(i, j) * (i - j + 0.5);
  return s;
}
CHECK_FUNCTION(f, 4, 0.5, -1.25, 0.75, 1);
