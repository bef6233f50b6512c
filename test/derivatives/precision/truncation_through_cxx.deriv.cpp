// Truncated copies of what is called virtually, through containers, templates, references and lambdas;
// complex numbers and small vectors; the original functions stay as they are.
#include "check.h"
#include <algorithm>
#include <complex>
#include <numeric>
#include <vector>
template <class F> F *__enzyme_truncate_op_func(F *, int, int);
template <class F> F *__enzyme_truncate_mem_func(F *, int, int);
struct Law {
  virtual ~Law() {}
  virtual double apply(double x) const = 0;
};
struct Third : Law {
  double apply(double x) const override { return x / 3; }
};
struct Seventh : Law {
  double apply(double x) const override { return x / 7; }
};
static double laws(double x) {
  Third third;
  Seventh seventh;
  const Law *all[2] = {&third, &seventh};
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += all[i % 2]->apply(x);
  return sum;
}
static float lawsFloat(float x) {
  float sum = 0;
  for (int i = 0; i < 4; i++)
    sum += i % 2 ? x / 7 : x / 3;
  return sum;
}
static double container(double x) {
  std::vector<double> v(4);
  std::iota(v.begin(), v.end(), x);
  std::transform(v.begin(), v.end(), v.begin(), [](double t) { return t / 3; });
  return std::accumulate(v.begin(), v.end(), 0.0);
}
static float containerFloat(float x) {
  float sum = 0, t = x;
  for (int i = 0; i < 4; i++) {
    sum += t / 3;
    t += 1;
  }
  return sum;
}
static void divide(const double &a, double &out) { out = a / 3; }
static double complexNumbers(double x) {
  std::complex<double> z(x, 1);
  z = z * z + z;
  return z.real() / z.imag();
}
typedef double double2 __attribute__((vector_size(16)));
static double vectors(double x) {
  double2 a = {x, x / 3}, b = {3, 7};
  a = a / b + a * b;
  return a[0] + a[1];
}
static float vectorsFloat(float x) {
  float a0 = x, a1 = x / 3;
  a0 = a0 / 3 + a0 * 3;
  a1 = a1 / 7 + a1 * 7;
  return a0 + a1;
}

CHECK_VALUES(calls) {
  for (double x : {1.1, -2.7, 1e-5}) {
    EXPECT_EXACT(__enzyme_truncate_op_func(laws, 64, 32)(x), lawsFloat((float)x));
    EXPECT_EXACT(__enzyme_truncate_op_func(container, 64, 32)((float)x), containerFloat((float)x));
    EXPECT_EXACT(__enzyme_truncate_op_func(vectors, 64, 32)(x), vectorsFloat((float)x));
    double c = __enzyme_truncate_op_func(complexNumbers, 64, 32)(x);
    EXPECT_EXACT(c, (float)c);
    EXPECT_CLOSE(c, complexNumbers(x), 1e-5);
    double out = 0;
    __enzyme_truncate_mem_func(divide, 64, 32)(x, out);
    EXPECT_EXACT(out, (float)x / 3);
    divide(x, out);
    EXPECT_EXACT(out, x / 3);
  }
}
