// Structures as values of lanes and as their results: in registers, in pieces, through memory.
#include "check.h"
#include <complex>
extern int enzyme_width, enzyme_scalar;
struct Small {
  double a;
  float b;
};
struct Big {
  double a[3];
  int n;
};
struct Slice {
  const double *values;
  long count;
};
struct Smalls {
  Small s[3];
};
struct Bigs {
  Big s[3];
};
struct Three {
  double v[3];
};
struct Complexes {
  std::complex<double> v[3];
};
template <class R, class... T> R __enzyme_batch(void *, T...);

Small small(double x) { return {x * x, float(x)}; }
Big big(Big in, double x) { return {{in.a[0] * x, in.a[1] + x, in.a[2]}, in.n + 1}; }
double total(Slice s) {
  double r = 0;
  for (long i = 0; i < s.count; i++)
    r += s.values[i];
  return r;
}
std::complex<double> turn(std::complex<double> z, double k) { return {-z.imag() * k, z.real() * k}; }

CHECK_VALUES(structures) {
  auto s = __enzyme_batch<Smalls>((void *)small, enzyme_width, 3, 1.0, 2.0, 3.0);
  EXPECT_EXACT(s.s[0].a, 1);
  EXPECT_EXACT(s.s[1].b, 2);
  EXPECT_EXACT(s.s[2].a, 9);
  EXPECT_EXACT(s.s[2].b, 3);
  Big b0{{1, 2, 3}, 4}, b1{{5, 6, 7}, 8}, b2{{9, 10, 11}, 12};
  auto b = __enzyme_batch<Bigs>((void *)big, enzyme_width, 3, b0, b1, b2, enzyme_scalar, 2.0);
  EXPECT_EXACT(b.s[0].a[0], 2);
  EXPECT_EXACT(b.s[1].a[1], 8);
  EXPECT_EXACT(b.s[2].a[2], 11);
  EXPECT_EXACT(b.s[2].n, 13);
  EXPECT_EXACT(b0.a[0], 1);
  double values[4] = {1, 2, 3, 4};
  Slice s0{values, 4}, s1{values + 1, 2}, s2{values, 0};
  auto t = __enzyme_batch<Three>((void *)total, enzyme_width, 3, s0, s1, s2);
  EXPECT_EXACT(t.v[0], 10);
  EXPECT_EXACT(t.v[1], 5);
  EXPECT_EXACT(t.v[2], 0);
  std::complex<double> z0(1, 2), z1(3, 4), z2(5, 6);
  auto c = __enzyme_batch<Complexes>((void *)turn, enzyme_width, 3, z0, z1, z2, 1.0, 2.0, 3.0);
  EXPECT_EXACT(c.v[0].real(), -2);
  EXPECT_EXACT(c.v[1].imag(), 6);
  EXPECT_EXACT(c.v[2].real(), -18);
}
