// Lazy expressions as linear algebra libraries build them.
#include "check.h"

template <class E> struct Expr {
  const E &self() const { return static_cast<const E &>(*this); }
};
struct Vec : Expr<Vec> {
  double v[3];
  double operator[](int i) const { return v[i]; }
  template <class E> Vec &operator=(const Expr<E> &e) {
    for (int i = 0; i < 3; i++)
      v[i] = e.self()[i];
    return *this;
  }
};
template <class A, class B> struct Sum : Expr<Sum<A, B>> {
  const A &a;
  const B &b;
  Sum(const A &x, const B &y) : a(x), b(y) {}
  double operator[](int i) const { return a[i] + b[i]; }
};
template <class A> struct Scaled : Expr<Scaled<A>> {
  const A &a;
  double s;
  Scaled(const A &x, double by) : a(x), s(by) {}
  double operator[](int i) const { return s * a[i]; }
};
template <class A, class B> Sum<A, B> operator+(const Expr<A> &a, const Expr<B> &b) {
  return {a.self(), b.self()};
}
template <class A> Scaled<A> operator*(double s, const Expr<A> &a) { return {a.self(), s}; }
void f(const double *x, double *y) {
  Vec a, b, c;
  for (int i = 0; i < 3; i++)
    a.v[i] = x[i] * x[i], b.v[i] = x[(i + 1) % 3];
  c = a + x[0] * b + b;
  for (int i = 0; i < 3; i++)
    y[i] = c[i] * c[(i + 1) % 3];
}

CHECK_VECTOR(f, 3, 3, 0.5, -1.5, 0.75);
