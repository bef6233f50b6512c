//===- dual.h - numbers with their tangents -----------------------------===//
//
// What a program of the fuzzer computes, said once more over dual numbers: straight-line
// code that is exact to rounding. It goes through plain clang, in a file of its own, so
// nothing that differentiates has a part in it.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TEST_FUZZ_DUAL_H
#define ENZYME_TEST_FUZZ_DUAL_H
#include <math.h>

typedef struct {
  double v, d;
} dual;

// d f(x) = f'(x) dx, one line each.
static inline dual num(double c) { return (dual){c, 0}; }
static inline dual add(dual a, dual b) { return (dual){a.v + b.v, a.d + b.d}; }
static inline dual sub(dual a, dual b) { return (dual){a.v - b.v, a.d - b.d}; }
static inline dual mul(dual a, dual b) { return (dual){a.v * b.v, a.d * b.v + a.v * b.d}; }
static inline dual scale(double c, dual a) { return (dual){c * a.v, c * a.d}; }
static inline dual neg(dual a) { return (dual){-a.v, -a.d}; }
static inline dual dsin(dual a) { return (dual){sin(a.v), cos(a.v) * a.d}; }
static inline dual dcos(dual a) { return (dual){cos(a.v), -sin(a.v) * a.d}; }
static inline dual dtanh(dual a) {
  const double t = tanh(a.v);
  return (dual){t, (1 - t * t) * a.d};
}
/// x / sqrt(1 + x x / 4), which keeps values small.
static inline dual dsoft(dual a) {
  const double root = sqrt(1 + 0.25 * a.v * a.v);
  return (dual){a.v / root, a.d / (root * root * root)};
}
/// Through a number of 32 bits and back.
static inline dual narrow(dual a) { return (dual){(double)(float)a.v, (double)(float)a.d}; }

#endif
