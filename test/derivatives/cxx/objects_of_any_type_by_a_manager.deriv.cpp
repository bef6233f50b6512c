// Objects of any type, small ones inside and large ones on the heap, that one manager reads,
// copies and destroys through a pointer that means another thing each time: the address of
// the result, or the destination.
#include "check.h"
#include <any>
#include <cstdint>
#include <new>
#include <utility>
struct Any;
enum Op { Get, Copy, Destroy };
typedef void (*Manager)(Op, const Any *, void **);
struct Any {
  Manager manager;
  union Storage {
    void *pointer;
    char bytes[8];
  } storage;
};
template <class T> [[gnu::noinline]] void internal(Op op, const Any *a, void **arg) {
  switch (op) {
  case Get:
    *arg = const_cast<char *>(a->storage.bytes);
    break;
  case Copy:
    new (reinterpret_cast<Any *>(*arg)->storage.bytes)
        T(*reinterpret_cast<const T *>(a->storage.bytes));
    reinterpret_cast<Any *>(*arg)->manager = a->manager;
    break;
  case Destroy:
    break;
  }
}
template <class T> [[gnu::noinline]] void external(Op op, const Any *a, void **arg) {
  switch (op) {
  case Get:
    *arg = a->storage.pointer;
    break;
  case Copy:
    reinterpret_cast<Any *>(*arg)->storage.pointer =
        new T(*static_cast<const T *>(a->storage.pointer));
    reinterpret_cast<Any *>(*arg)->manager = a->manager;
    break;
  case Destroy:
    delete static_cast<T *>(a->storage.pointer);
    break;
  }
}
template <class T> Any make(const T &v) {
  Any a;
  if constexpr (sizeof(T) <= 8) {
    a.manager = internal<T>;
    new (a.storage.bytes) T(v);
  } else {
    a.manager = external<T>;
    a.storage.pointer = new T(v);
  }
  return a;
}
template <class T> T &as(Any &a) {
  void *p;
  a.manager(Get, &a, &p);
  return *static_cast<T *>(p);
}
inline Any copy(const Any &a) {
  Any b;
  void *p = &b;
  a.manager(Copy, &a, &p);
  return b;
}
inline void drop(Any &a) { a.manager(Destroy, &a, nullptr); }
struct V3 {
  double x, y, z;
};
extern "C" double f1(const double *x) {
  Any a = make(x[0] * x[1]);
  Any b = copy(a);
  double r = as<double>(a) * 2 + as<double>(b) * as<double>(b);
  drop(a);
  drop(b);
  return r;
}
CHECK_FUNCTION(f1, 2, 0.7, -1.2);
extern "C" double f2(const double *x) {
  Any a = make(V3{x[0], x[1], x[0] * x[1]});
  Any b = copy(a);
  as<V3>(b).x *= 2;
  double r = as<V3>(a).z * 2 + as<V3>(b).x * as<V3>(b).y;
  drop(a);
  drop(b);
  return r;
}
CHECK_FUNCTION(f2, 2, 0.7, -1.2);
extern "C" double f3(const double *x) {
  Any v[3] = {make(x[0]), make(V3{x[0], x[1], x[0] * x[1]}), make(3)};
  double r = 0;
  for (Any &a : v) {
    Any b = copy(a);
    if (b.manager == internal<double>)
      r += as<double>(b) * x[1];
    else if (b.manager == external<V3>)
      r *= as<V3>(b).z;
    else
      r *= as<int>(b);
    drop(b);
  }
  for (Any &a : v)
    drop(a);
  return r;
}
CHECK_FUNCTION(f3, 2, 0.7, -1.2);
extern "C" double f4(const double *x) {
  std::any a = x[0] * x[1];
  std::any b = a;
  std::any c = V3{x[0], x[1], x[0] * x[1]};
  std::any d = c;
  std::swap(a, d);
  return std::any_cast<double>(b) * std::any_cast<V3 &>(a).y +
         std::any_cast<double>(d) * std::any_cast<V3 &>(c).z;
}
CHECK_FUNCTION(f4, 2, 0.7, -1.2);
static double g4(double x) {
  double v[2] = {x, x * x};
  return f4(v);
}
static double g1(double x) {
  double v[2] = {x, x * x};
  return f1(v) + f2(v) + f3(v);
}
template <class R, class... A> R __enzyme_autodiff(void *, A...);
template <class R, class... A> R __enzyme_fwddiff(void *, A...);
static double dg4(double x) { return __enzyme_autodiff<double>((void *)g4, x); }
static double dg1(double x) { return __enzyme_autodiff<double>((void *)g1, x); }
static double df4(double x) { return __enzyme_fwddiff<double>((void *)g4, x, 1.0); }
static double df1(double x) { return __enzyme_fwddiff<double>((void *)g1, x, 1.0); }
CHECK_VALUES(second) {
  double x = 0.9, h = 1e-5;
  double want4 = (df4(x + h) - df4(x - h)) / (2 * h), want1 = (df1(x + h) - df1(x - h)) / (2 * h);
  EXPECT_CLOSE(__enzyme_fwddiff<double>((void *)dg4, x, 1.0), want4, 1e-6);
  EXPECT_CLOSE(__enzyme_fwddiff<double>((void *)dg1, x, 1.0), want1, 1e-6);
  EXPECT_CLOSE(__enzyme_autodiff<double>((void *)df4, x), want4, 1e-6);
  EXPECT_CLOSE(__enzyme_autodiff<double>((void *)df1, x), want1, 1e-6);
  EXPECT_CLOSE(__enzyme_autodiff<double>((void *)dg4, x), want4, 1e-6);
  EXPECT_CLOSE(__enzyme_autodiff<double>((void *)dg1, x), want1, 1e-6);
}
