// The function of a batch is a parameter, a choice, a lambda, a virtual call inside; C++ containers
// and exceptions inside are evaluated lane by lane.
#include "check.h"
#include <cmath>
#include <vector>
extern int enzyme_width, enzyme_scalar, enzyme_buffer;
template <class R, class... T> R __enzyme_batch(void *, T...);
template <class F> F *__enzyme_truncate_op_func(F *, int, int);
struct V4 {
  double v[4];
};
static double cube(double x) { return x * x * x; }
static double third(double x) { return x / 3; }
static V4 apply(double (*f)(double), const double *x) {
  return __enzyme_batch<V4>((void *)f, enzyme_width, 4, enzyme_buffer, 8, x);
}
struct Shape {
  virtual ~Shape() {}
  virtual double area(double x) const = 0;
};
struct Square : Shape {
  double area(double x) const override { return x * x; }
};
struct Triangle : Shape {
  double area(double x) const override { return x * x / 2; }
};
static double shapes(double x, int n) {
  Square square;
  Triangle triangle;
  const Shape *all[2] = {&square, &triangle};
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += all[i % 2]->area(x + i);
  return sum;
}
static double container(double x) {
  std::vector<double> values;
  for (int i = 0; i < 5; i++)
    values.push_back(x * i);
  double sum = 0;
  for (double value : values)
    sum += value * value;
  return sum;
}
static double guarded(double x) {
  if (x > 100)
    throw x;
  return x * x;
}

CHECK_VALUES(functions) {
  double x[4] = {1, 2, -3, 0.5};
  for (int i = 0; i < 4; i++) {
    EXPECT_EXACT(apply(cube, x).v[i], cube(x[i]));
    EXPECT_EXACT(apply(third, x).v[i], third(x[i]));
    EXPECT_EXACT(apply(+[](double t) { return t > 0 ? std::sqrt(t) : t; }, x).v[i],
                 x[i] > 0 ? std::sqrt(x[i]) : x[i]);
  }
  volatile bool isCube = true;
  double (*chosen)(double) = isCube ? cube : third;
  V4 r = __enzyme_batch<V4>((void *)chosen, enzyme_width, 4, 1.0, 2.0, 3.0, 4.0);
  EXPECT_EXACT(r.v[3], 64);
  r = __enzyme_batch<V4>((void *)__enzyme_truncate_op_func(third, 64, 32), enzyme_width, 4, 1.0, 2.0,
                         3.0, 4.0);
  EXPECT_EXACT(r.v[1], 2.f / 3);
}
CHECK_VALUES(cxx) {
  V4 r = __enzyme_batch<V4>((void *)shapes, enzyme_width, 4, 1.0, 2.0, 3.0, 4.0, 5, 4, 3, 2);
  for (int i = 0; i < 4; i++)
    EXPECT_EXACT(r.v[i], shapes(i + 1, 5 - i));
  r = __enzyme_batch<V4>((void *)container, enzyme_width, 4, 1.0, 2.0, 3.0, 4.0);
  for (int i = 0; i < 4; i++)
    EXPECT_EXACT(r.v[i], container(i + 1));
  double thrown = 0;
  try {
    __enzyme_batch<V4>((void *)guarded, enzyme_width, 4, 1.0, 200.0, 300.0, 4.0);
  } catch (double x) {
    thrown = x;
  }
  EXPECT_EXACT(thrown, 200);
}
