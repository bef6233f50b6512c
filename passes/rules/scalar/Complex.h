//===- Complex.h - C's complex functions and complex multiplication ------===//
//
// Rules in the complex plane. Most functions are holomorphic: one complex number
// dw/dz stands for the four real partials. cabs, carg, conj and their like are
// not, and give the real Jacobian.
//
// Inverse functions whose slope is infinite at a branch point (casin at 1) keep
// the infinity; csqrt and cabs at 0 are root-like and give 0, as sqrt does.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_SCALAR_COMPLEX_H
#define ENZYME_RULES_SCALAR_COMPLEX_H

#include "rules/Rule.h"

namespace enzyme::scalar {
using term::Complex;
using term::Term;
using Complexes = std::array<Complex, 2>;

/// 1 - z^2 = (1 - z)(1 + z), which does not cancel at 1 and -1.
constexpr Complex oneMinusSquare(Complex z) {
  return Complex{1.0 - z.re, -z.im} * Complex{1.0 + z.re, z.im};
}
/// 1 + z^2 = (1 + iz)(1 - iz)
constexpr Complex onePlusSquare(Complex z) {
  return Complex{1.0 - z.im, z.re} * Complex{1.0 + z.im, -z.re};
}

/// `d`, but 0 where w = 0.
constexpr Complex zeroAtOrigin(Complex w, Complex d) {
  term::Condition isZero = w.re == 0.0 && w.im == 0.0;
  return {select(isZero, 0.0, d.re), select(isZero, 0.0, d.im)};
}

inline constexpr Formula complexElementary[] = {
    holomorphic("cexp", [](Complex, Complex w) { return w; }, {0.3, -1.2}),
    holomorphic("clog", [](Complex z, Complex) { return reciprocal(z); }, {0.3, -1.2, -2.0, 0.5}),
    holomorphic("csqrt", [](Complex, Complex w) { return zeroAtOrigin(w, 0.5 * reciprocal(w)); },
                {0.3, -1.2, -2.0, 0.5}),
    holomorphic2("cpow",
                 [](Complex a, Complex b, Complex w) {
                   return Complexes{zeroAtOrigin(a, b * w / a), zeroAtOrigin(a, w * log(a))};
                 },
                 {0.3, -1.2, 0.8, 0.4}),
};

inline constexpr Formula complexCircular[] = {
    holomorphic("csin", [](Complex z, Complex) { return cos(z); }, {0.3, -1.2}),
    holomorphic("ccos", [](Complex z, Complex) { return -sin(z); }, {0.3, -1.2}),
    holomorphic("ctan", [](Complex, Complex w) { return onePlusSquare(w); }, {0.3, -1.2}),
    holomorphic("csinh", [](Complex z, Complex) { return cosh(z); }, {0.3, -1.2}),
    holomorphic("ccosh", [](Complex z, Complex) { return sinh(z); }, {0.3, -1.2}),
    holomorphic("ctanh", [](Complex, Complex w) { return oneMinusSquare(w); }, {0.3, -1.2}),
};

inline constexpr Formula complexInverse[] = {
    holomorphic("casin", [](Complex z, Complex) { return reciprocal(sqrt(oneMinusSquare(z))); },
                {0.3, -1.2, -2.0, 0.5}),
    holomorphic("cacos", [](Complex z, Complex) { return -reciprocal(sqrt(oneMinusSquare(z))); },
                {0.3, -1.2, -2.0, 0.5}),
    holomorphic("catan", [](Complex z, Complex) { return reciprocal(onePlusSquare(z)); },
                {0.3, -1.2, -2.0, 0.5}),
    holomorphic("casinh", [](Complex z, Complex) { return reciprocal(sqrt(onePlusSquare(z))); },
                {0.3, -1.2, -2.0, 0.5}),
    // sqrt(z - 1) sqrt(z + 1) and not sqrt(z^2 - 1): the branch is acosh's.
    holomorphic("cacosh",
                [](Complex z, Complex) {
                  return reciprocal(sqrt(Complex{z.re - 1.0, z.im}) *
                                    sqrt(Complex{z.re + 1.0, z.im}));
                },
                {0.3, -1.2, -2.0, 0.5}),
    holomorphic("catanh", [](Complex z, Complex) { return reciprocal(oneMinusSquare(z)); },
                {0.3, -1.2, -2.0, 0.5}),
};

/// compiler-rt and libgcc: complex products without -fcx-limited-range.
inline constexpr Formula complexArithmetic[] = {
    holomorphic2("__muldc3", [](Complex a, Complex b, Complex) { return Complexes{b, a}; },
                 {0.3, -1.2, 0.8, 0.4}),
    holomorphic2("__divdc3",
                 [](Complex, Complex b, Complex w) {
                   Complex r = reciprocal(b);
                   return Complexes{r, -(w * r)};
                 },
                 {0.3, -1.2, 0.8, 0.4}),
};

inline constexpr Formula complexParts[] = {
    formula("cabs", "z", "x",
            [](Ports p) {
              Term y = p.y();
              return Pair{select(y == 0.0, 0.0, p.x(0) / y), select(y == 0.0, 0.0, p.x(1) / y)};
            },
            {0.3, -1.2}),
    formula("carg", "z", "x",
            [](Ports p) {
              Term re = p.x(0), im = p.x(1);
              Term d = re * re + im * im;
              return Pair{select(d == 0.0, 0.0, -im / d), select(d == 0.0, 0.0, re / d)};
            },
            {0.3, -1.2}),
    formula("creal", "z", "x", [](Ports) { return Pair{1.0, 0.0}; }, {0.3, -1.2}),
    formula("cimag", "z", "x", [](Ports) { return Pair{0.0, 1.0}; }, {0.3, -1.2}),
    formula("conj", "z", "z", [](Ports) { return Partials<4>{1.0, 0.0, 0.0, -1.0}; }, {0.3, -1.2}),
    // The projection on the Riemann sphere: all infinities are one.
    formula("cproj", "z", "z", [](Ports) { return Partials<4>{1.0, 0.0, 0.0, 1.0}; }, {0.3, -1.2}),
};

} // namespace enzyme::scalar
#endif
