// A small-buffer vector with aligned storage, moved and copied; type-erased functions with inline storage.
// std: c++17
#include "check.h"
#include <new>
#include <utility>
template <class T, int N> class Small {
  alignas(T) unsigned char local[N * sizeof(T)];
  T *p = reinterpret_cast<T *>(local);
  int n = 0, room = N;
  bool isLocal() const { return p == reinterpret_cast<const T *>(local); }

public:
  Small() = default;
  Small(const Small &o) {
    for (int i = 0; i < o.n; i++)
      push(o[i]);
  }
  Small(Small &&o) {
    if (o.isLocal())
      for (int i = 0; i < o.n; i++)
        push(std::move(o[i]));
    else {
      p = std::exchange(o.p, reinterpret_cast<T *>(o.local));
      n = std::exchange(o.n, 0);
      room = std::exchange(o.room, N);
    }
  }
  ~Small() {
    for (int i = 0; i < n; i++)
      p[i].~T();
    if (!isLocal())
      ::operator delete(p);
  }
  void push(T v) {
    if (n == room) {
      T *q = static_cast<T *>(::operator new(sizeof(T) * 2 * room));
      for (int i = 0; i < n; i++) {
        new (q + i) T(std::move(p[i]));
        p[i].~T();
      }
      if (!isLocal())
        ::operator delete(p);
      p = q;
      room *= 2;
    }
    new (p + n++) T(std::move(v));
  }
  T &operator[](int i) { return p[i]; }
  const T &operator[](int i) const { return p[i]; }
  int size() const { return n; }
};
class Fn {
  struct Base {
    virtual ~Base() = default;
    virtual double call(double) const = 0;
    virtual void copyTo(void *) const = 0;
  };
  template <class F> struct Holder : Base {
    F f;
    explicit Holder(F f) : f(f) {}
    double call(double t) const override { return f(t); }
    void copyTo(void *to) const override { new (to) Holder(f); }
  };
  alignas(16) unsigned char room[64];
  const Base *get() const { return reinterpret_cast<const Base *>(room); }

public:
  template <class F> Fn(F f) {
    static_assert(sizeof(Holder<F>) <= 64);
    new (room) Holder<F>(f);
  }
  Fn(const Fn &o) { o.get()->copyTo(room); }
  ~Fn() { get()->~Base(); }
  double operator()(double t) const { return get()->call(t); }
};
NOINLINE static double total(Small<Fn, 2> fs, double t) {
  double s = 0;
  for (int i = 0; i < fs.size(); i++)
    s = s * 0.5 + fs[i](t);
  return s;
}
double f(const double *x) {
  Small<double, 3> v;
  for (int i = 0; i < 5; i++)
    v.push(x[i % 3] * (i + 1));
  Small<double, 3> w = v, u = std::move(v);
  w[2] *= x[0];
  double a = x[0], b = x[1];
  Small<Fn, 2> fs;
  fs.push([=](double t) { return a * t; });
  fs.push([=](double t) { return std::sin(b * t) + a; });
  fs.push([&](double t) { return w[4] * t * u[1]; });
  return total(fs, x[2]) + w[2] * u[3];
}
CHECK_FUNCTION(f, 3, 0.6, -1.25, 0.75);
