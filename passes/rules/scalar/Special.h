//===- Special.h - error function, gamma, Bessel -------------------------===//
//
// The Bessel functions differentiate by their recurrences, lgamma by digamma,
// which our run-time library has because no C library does.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_SCALAR_SPECIAL_H
#define ENZYME_RULES_SCALAR_SPECIAL_H

#include "rules/Rule.h"

namespace enzyme::scalar {
using term::Integer;
using term::Name;
using term::Term;

/// 2/sqrt(pi) exp(-x^2)
constexpr Term gauss(Term x) { return named(Name::TwoBySqrtPi, x) * exp(-(x * x)); }

inline constexpr Formula errorFunctions[] = {
    unary("erf", [](Term x, Term) { return gauss(x); }, {0.3, -1.5}),
    unary("erfc", [](Term x, Term) { return -gauss(x); }, {0.3, -1.5}),
    unary("__nv_erfcx", [](Term x, Term y) { return 2.0 * (x * y) - named(Name::TwoBySqrtPi, x); },
          {0.3, 2.0}),
    unary("__nv_erfinv", [](Term x, Term y) { return named(Name::HalfSqrtPi, x) * exp(y * y); },
          {0.3, -0.5}),
    unary("__nv_erfcinv", [](Term x, Term y) { return -(named(Name::HalfSqrtPi, x) * exp(y * y)); },
          {0.3, 1.5}),
    unary("__nv_normcdf",
          [](Term x, Term) { return named(Name::InvSqrt2Pi, x) * exp(-0.5 * (x * x)); },
          {0.3, -1.5}),
    unary("__nv_normcdfinv",
          [](Term x, Term y) { return named(Name::Sqrt2Pi, x) * exp(0.5 * (y * y)); }, {0.3, 0.8}),
};

inline constexpr Formula gammas[] = {
    unary("tgamma", [](Term x, Term y) { return y * digamma(x); }, {0.3, 3.5, -1.5}),
    unary("lgamma", [](Term x, Term) { return digamma(x); }, {0.3, 3.5, -1.5}),
    // Where derivatives of these are differentiated again.
    unary("enzyme_rt_digamma", [](Term x, Term) { return polygamma(term::whole(1, x), x); },
          {0.3, 3.5, -1.5}),
    formula("enzyme_rt_polygamma", "nx", "x",
            [](Ports p) { return Partials<1>{polygamma(p.n() + 1, p.x(0))}; },
            {1, 0.3, 1, 3.5, 2, 3.5, 2, -1.5, 3, 2.5}),
    // The sign goes through the pointer; it is an integer.
    formula("lgamma_r", "x.", "x", [](Ports p) { return Partials<1>{digamma(p.x(0))}; },
            {0.3, 3.5, -1.5}),
};

/// C1'(x) = C0(x) - C1(x)/x; at 0 only J1 is finite, with slope 1/2.
constexpr Term besselOne(Term x, Term order0, Term y) {
  return select(x == 0.0, 0.5, order0 - y / x);
}

inline constexpr Formula bessel[] = {
    unary("j0", [](Term x, Term) { return -j1(x); }, {0.7, 9.0, 0.0}),
    unary("j1", [](Term x, Term y) { return besselOne(x, j0(x), y); }, {0.7, 9.0, 0.0}),
    formula("jn", "nx", "x",
            [](Ports p) {
              Integer n = p.n();
              Term x = p.x(0);
              return Partials<1>{0.5 * (jn(n - 1, x) - jn(n + 1, x))};
            },
            {2, 0.7, 0, 2.5, 1, 3.0, -3, 1.5}),
    unary("y0", [](Term x, Term) { return -y1(x); }, {0.7, 9.0}),
    unary("y1", [](Term x, Term y) { return y0(x) - y / x; }, {0.7, 9.0}),
    formula("yn", "nx", "x",
            [](Ports p) {
              Integer n = p.n();
              Term x = p.x(0);
              return Partials<1>{0.5 * (yn(n - 1, x) - yn(n + 1, x))};
            },
            {2, 0.7, 0, 2.5, 1, 3.0, -3, 1.5}),
};

} // namespace enzyme::scalar
#endif
