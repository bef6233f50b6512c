//===- dual.h - numbers with two tangents and their mixed derivative ----===//
//
// What a program of the fuzzer computes, said once more over numbers v + d·ε + e·η + de·εη
// with ε² = η² = 0: straight-line code whose first and second derivatives are exact to
// rounding. It goes through plain clang, in a file of its own, so nothing that
// differentiates has a part in it.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TEST_FUZZ_DUAL_H
#define ENZYME_TEST_FUZZ_DUAL_H
#include <math.h>

typedef struct {
  double v, d, e, de;
} dual;

/// f(a) from the values of f, f' and f'' at a.v.
static inline dual chain(dual a, double f, double f1, double f2) {
  return (dual){f, f1 * a.d, f1 * a.e, f1 * a.de + f2 * a.d * a.e};
}

static inline dual num(double c) { return (dual){c, 0, 0, 0}; }
static inline dual add(dual a, dual b) { return (dual){a.v + b.v, a.d + b.d, a.e + b.e, a.de + b.de}; }
static inline dual scale(double c, dual a) { return (dual){c * a.v, c * a.d, c * a.e, c * a.de}; }
static inline dual neg(dual a) { return (dual){-a.v, -a.d, -a.e, -a.de}; }
static inline dual sub(dual a, dual b) { return add(a, neg(b)); }
static inline dual mul(dual a, dual b) {
  return (dual){a.v * b.v, a.d * b.v + a.v * b.d, a.e * b.v + a.v * b.e,
                a.de * b.v + a.d * b.e + a.e * b.d + a.v * b.de};
}
static inline dual quotient(dual a, dual b) {
  const double r = 1 / b.v;
  return mul(a, chain(b, r, -r * r, 2 * r * r * r));
}
static inline dual dsin(dual a) { return chain(a, sin(a.v), cos(a.v), -sin(a.v)); }
static inline dual dcos(dual a) { return chain(a, cos(a.v), -sin(a.v), -cos(a.v)); }
static inline dual dexp(dual a) { return chain(a, exp(a.v), exp(a.v), exp(a.v)); }
static inline dual dlog(dual a) { return chain(a, log(a.v), 1 / a.v, -1 / (a.v * a.v)); }
static inline dual dsqrt(dual a) {
  const double root = sqrt(a.v);
  return chain(a, root, 0.5 / root, -0.25 / (root * a.v));
}
static inline dual dtanh(dual a) {
  const double t = tanh(a.v);
  return chain(a, t, 1 - t * t, -2 * t * (1 - t * t));
}
/// x / sqrt(1 + x x / 4), which keeps values small.
static inline dual dsoft(dual a) {
  const double root = sqrt(1 + 0.25 * a.v * a.v), cube = root * root * root;
  return chain(a, a.v / root, 1 / cube, -0.75 * a.v / (cube * root * root));
}
/// Through a number of 32 bits and back.
static inline dual narrow(dual a) {
  return (dual){(double)(float)a.v, (double)(float)a.d, (double)(float)a.e, (double)(float)a.de};
}

#endif
