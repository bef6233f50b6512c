//===- Elementary.h - roots, powers, exponentials, circular, hyperbolic --===//
//
// Partials take the cheapest form that the operands and the result allow: exp
// hands on its result, tanh is 1 - y*y, sqrt is 0.5/y.
//
// Where a root-like function has an infinite slope at the edge of its domain
// (sqrt, cbrt, hypot, pow at 0) the partial is 0 there: docs/using.md has the policy.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_SCALAR_ELEMENTARY_H
#define ENZYME_RULES_SCALAR_ELEMENTARY_H

#include "rules/Rule.h"

namespace enzyme::scalar {
using term::Integer;
using term::Name;
using term::Term;

constexpr Term pi(Term near) { return named(Name::Pi, near); }
constexpr Term ln2(Term near) { return named(Name::Ln2, near); }
constexpr Term ln10(Term near) { return named(Name::Ln10, near); }

/// sin(pi x) and cos(pi x), exact at multiples of 1/2 by reducing x first.
constexpr Term sinPi(Term x) { return sin(pi(x) * (x - 2.0 * rint(0.5 * x))); }
constexpr Term cosPi(Term x) { return cos(pi(x) * (x - 2.0 * rint(0.5 * x))); }

/// `partial`, but 0 where `edge` is 0.
constexpr Term zeroAt(Term edge, Term partial) { return select(edge == 0.0, 0.0, partial); }

/// x^y by x. pow(x, y-1) and not y*pow(x,y)/x: the result may have left the range
/// where the partial has not. At x = 0 the slope is infinite for y < 1: 0.
constexpr Term powByBase(Term x, Term y) {
  return select((y == 0.0) || (x == 0.0 && y < 1.0), 0.0, y * pow(x, y - 1.0));
}

/// x^y by y. Not defined for x <= 0 (the power is real at isolated y only): 0.
constexpr Term powByExponent(Term x, Term result) { return select(x <= 0.0, 0.0, result * log(x)); }

inline constexpr Formula roots[] = {
    unary("sqrt", [](Term, Term y) { return zeroAt(y, 0.5 / y); }, {0.3, 2.0, 1e6}),
    unary("rsqrt", [](Term, Term y) { return -0.5 * (y * y * y); }, {0.3, 2.0}),
    unary("cbrt", [](Term, Term y) { return zeroAt(y, 1.0 / (3.0 * (y * y))); }, {0.3, -2.0, 1e6}),
    unary("__nv_rcbrt", [](Term x, Term y) { return y / (-3.0 * x); }, {0.3, -2.0}),
    binary("hypot", [](Term a, Term b, Term y) { return Pair{zeroAt(y, a / y), zeroAt(y, b / y)}; },
           {3.0, 4.0, -1.0, 0.25}),
    formula("__nv_norm3d", "xxx", "x",
            [](Ports p) {
              Term y = p.y();
              return Partials<3>{zeroAt(y, p.x(0) / y), zeroAt(y, p.x(1) / y),
                                 zeroAt(y, p.x(2) / y)};
            },
            {3.0, 4.0, -1.0}),
    formula("__nv_norm4d", "xxxx", "x",
            [](Ports p) {
              Term y = p.y();
              return Partials<4>{zeroAt(y, p.x(0) / y), zeroAt(y, p.x(1) / y),
                                 zeroAt(y, p.x(2) / y), zeroAt(y, p.x(3) / y)};
            },
            {3.0, 4.0, -1.0, 0.5}),
    formula("__nv_rnorm3d", "xxx", "x",
            [](Ports p) {
              Term cube = p.y() * p.y() * p.y();
              return Partials<3>{-p.x(0) * cube, -p.x(1) * cube, -p.x(2) * cube};
            },
            {3.0, 4.0, -1.0}),
    formula("__nv_rnorm4d", "xxxx", "x",
            [](Ports p) {
              Term cube = p.y() * p.y() * p.y();
              return Partials<4>{-p.x(0) * cube, -p.x(1) * cube, -p.x(2) * cube, -p.x(3) * cube};
            },
            {3.0, 4.0, -1.0, 0.5}),
    binary("__nv_rhypot",
           [](Term a, Term b, Term y) {
             Term cube = y * y * y;
             return Pair{-a * cube, -b * cube};
           },
           {3.0, 4.0, -1.0, 0.25}),
    formula("rootn", "xn", "x",
            [](Ports p) {
              Term x = p.x(0), n = toReal(p.n());
              return Partials<1>{zeroAt(x, p.y() / (n * x))};
            },
            {2.0, 3, 5.0, 2}),
};

inline constexpr Formula powers[] = {
    binary(
        "pow",
        [](Term x, Term y, Term result) { return Pair{powByBase(x, y), powByExponent(x, result)}; },
        {2.0, 3.0, 0.7, -1.5, 5.0, 0.5}),
    binary(
        "powr",
        [](Term x, Term y, Term result) { return Pair{powByBase(x, y), powByExponent(x, result)}; },
        {2.0, 3.0, 0.7, -1.5}),
    formula("powi", "xn", "x",
            [](Ports p) {
              Term x = p.x(0), n = toReal(p.n());
              return Partials<1>{
                  select((n == 0.0) || (x == 0.0 && n < 1.0), 0.0, n * powi(x, p.n() - 1))};
            },
            {2.0, 3, -1.5, -2, 0.5, 1, 3.0, 0}),
    formula("pown", "xn", "x",
            [](Ports p) {
              Term x = p.x(0), n = toReal(p.n());
              return Partials<1>{powByBase(x, n)};
            },
            {2.0, 3, -1.5, -2}),
    formula("compoundn", "xn", "x",
            [](Ports p) {
              Term n = toReal(p.n());
              return Partials<1>{n * p.y() / (1.0 + p.x(0))};
            },
            {0.05, 12, -0.25, -3}),
};

inline constexpr Formula exponentials[] = {
    unary("exp", [](Term, Term y) { return y; }, {-1.0, 0.5, 10.0}),
    unary("exp2", [](Term x, Term y) { return y * ln2(x); }, {-1.0, 0.5, 10.0}),
    unary("exp10", [](Term x, Term y) { return y * ln10(x); }, {-1.0, 0.5}),
    unary("expm1", [](Term, Term y) { return y + 1.0; }, {-1.0, 1e-5, 2.0}),
    unary("exp2m1", [](Term x, Term y) { return (y + 1.0) * ln2(x); }, {-1.0, 0.5}),
    unary("exp10m1", [](Term x, Term y) { return (y + 1.0) * ln10(x); }, {-1.0, 0.5}),
    unary("log", [](Term x, Term) { return 1.0 / x; }, {0.3, 2.0, 1e5}),
    unary("log2", [](Term x, Term) { return 1.0 / (x * ln2(x)); }, {0.3, 2.0, 1e5}),
    unary("log10", [](Term x, Term) { return 1.0 / (x * ln10(x)); }, {0.3, 2.0, 1e5}),
    unary("log1p", [](Term x, Term) { return 1.0 / (1.0 + x); }, {-0.5, 1e-5, 3.0}),
    unary("log2p1", [](Term x, Term) { return 1.0 / ((1.0 + x) * ln2(x)); }, {-0.5, 3.0}),
    unary("log10p1", [](Term x, Term) { return 1.0 / ((1.0 + x) * ln10(x)); }, {-0.5, 3.0}),
};

inline constexpr Formula circular[] = {
    unary("sin", [](Term x, Term) { return cos(x); }, {0.3, -2.0, 40.0}),
    unary("cos", [](Term x, Term) { return -sin(x); }, {0.3, -2.0, 40.0}),
    unary("tan", [](Term, Term y) { return 1.0 + y * y; }, {0.3, -1.2, 3.0}),
    unary("asin", [](Term x, Term) { return 1.0 / sqrt((1.0 - x) * (1.0 + x)); }, {0.3, -0.9, 0.0}),
    unary("acos", [](Term x, Term) { return -1.0 / sqrt((1.0 - x) * (1.0 + x)); },
          {0.3, -0.9, 0.0}),
    unary("atan", [](Term x, Term) { return 1.0 / (1.0 + x * x); }, {0.3, -5.0, 0.0}),
    binary("atan2",
           [](Term y, Term x, Term) {
             Term d = x * x + y * y;
             return Pair{zeroAt(d, x / d), zeroAt(d, -y / d)};
           },
           {0.3, 2.0, -1.0, -0.5, 2.0, -3.0}),
    unary("sinpi", [](Term x, Term) { return pi(x) * cosPi(x); }, {0.3, -2.2}),
    unary("cospi", [](Term x, Term) { return -pi(x) * sinPi(x); }, {0.3, -2.2}),
    unary("tanpi", [](Term x, Term y) { return pi(x) * (1.0 + y * y); }, {0.3, -0.2}),
    unary("asinpi", [](Term x, Term) { return 1.0 / (pi(x) * sqrt((1.0 - x) * (1.0 + x))); },
          {0.3, -0.9}),
    unary("acospi", [](Term x, Term) { return -1.0 / (pi(x) * sqrt((1.0 - x) * (1.0 + x))); },
          {0.3, -0.9}),
    unary("atanpi", [](Term x, Term) { return 1.0 / (pi(x) * (1.0 + x * x)); }, {0.3, -5.0}),
    binary("atan2pi",
           [](Term y, Term x, Term) {
             Term d = pi(x) * (x * x + y * y);
             return Pair{zeroAt(d, x / d), zeroAt(d, -y / d)};
           },
           {0.3, 2.0, -1.0, -0.5}),
    formula("llvm.sincos", "x", "xx", [](Ports p) { return Pair{p.y(1), -p.y(0)}; }, {0.3, -2.0}),
    formula("llvm.sincospi", "x", "xx",
            [](Ports p) { return Pair{pi(p.x(0)) * p.y(1), -pi(p.x(0)) * p.y(0)}; }, {0.3, -2.2}),
};

inline constexpr Formula hyperbolic[] = {
    unary("sinh", [](Term x, Term) { return cosh(x); }, {0.3, -2.0}),
    unary("cosh", [](Term x, Term) { return sinh(x); }, {0.3, -2.0}),
    unary("tanh", [](Term, Term y) { return 1.0 - y * y; }, {0.3, -2.0}),
    unary("asinh", [](Term x, Term) { return 1.0 / sqrt(1.0 + x * x); }, {0.3, -2.0}),
    unary("acosh", [](Term x, Term) { return 1.0 / sqrt((x - 1.0) * (x + 1.0)); }, {1.3, 5.0}),
    unary("atanh", [](Term x, Term) { return 1.0 / ((1.0 - x) * (1.0 + x)); }, {0.3, -0.8}),
};

} // namespace enzyme::scalar
#endif
