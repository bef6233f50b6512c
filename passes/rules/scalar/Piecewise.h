//===- Piecewise.h - functions with kinks and jumps ----------------------===//
//
// At a kink one value is chosen, the same in every mode:
//
//     fabs at 0            0
//     fmin, fmax at a tie  the whole slope goes to the first operand
//     jumps (floor, …)     0, as everywhere
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_SCALAR_PIECEWISE_H
#define ENZYME_RULES_SCALAR_PIECEWISE_H

#include "rules/Rule.h"

namespace enzyme::scalar {
using term::Condition;
using term::Term;

/// {1, 0} where `first` was taken, else {0, 1}.
constexpr Pair choose(Condition first) {
  return {select(first, 1.0, 0.0), select(first, 0.0, 1.0)};
}

/// fmin and fmax take the other operand when one is NaN.
constexpr Pair chooseNumber(Condition first, Term b) { return choose(first || isNaN(b)); }

/// The sign of x as 1 or -1, 0 at 0.
constexpr Term sign(Term x) { return select(x == 0.0, 0.0, copysign(1.0, x)); }

/// x - b * n: n is recovered from the result, exactly where it is representable.
constexpr Pair ofRemainder(Term a, Term b, Term y) { return {1.0, rint((y - a) / b)}; }

/// y = x * 2^e with e fixed between jumps.
constexpr Term ratio(Term x, Term y) { return select(x == 0.0, 1.0, y / x); }

/// 2^n
constexpr Term powerOfTwo(Ports p) { return ldexp(1.0, p.n()); }

inline constexpr Formula choices[] = {
    unary("fabs", [](Term x, Term) { return sign(x); }, {0.7, -2.0}),
    binary("copysign", [](Term x, Term s, Term) { return Pair{sign(x) * copysign(1.0, s), 0.0}; },
           {0.7, -2.0, -0.7, -3.0, 0.7, 3.0}),
    binary("fmin", [](Term a, Term b, Term) { return chooseNumber(a <= b, b); },
           {0.7, 2.0, 2.0, 0.7}),
    binary("fmax", [](Term a, Term b, Term) { return chooseNumber(a >= b, b); },
           {0.7, 2.0, 2.0, 0.7}),
    binary("fminimum", [](Term a, Term b, Term) { return choose(!(b < a)); }, {0.7, 2.0, 2.0, 0.7}),
    binary("fmaximum", [](Term a, Term b, Term) { return choose(!(a < b)); }, {0.7, 2.0, 2.0, 0.7}),
    binary("fminimum_num", [](Term a, Term b, Term) { return chooseNumber(a <= b, b); },
           {0.7, 2.0, 2.0, 0.7}),
    binary("fmaximum_num", [](Term a, Term b, Term) { return chooseNumber(a >= b, b); },
           {0.7, 2.0, 2.0, 0.7}),
    unary("__nv_saturate", [](Term x, Term) { return select((x > 0.0) && (x < 1.0), 1.0, 0.0); },
          {0.7, -2.0, 3.0}),
    binary("fdim",
           [](Term a, Term b, Term) {
             Condition above = a > b;
             return Pair{select(above, 1.0, 0.0), select(above, -1.0, 0.0)};
           },
           {0.7, 2.0, 2.0, 0.7}),
};

inline constexpr Formula remainders[] = {
    binary("fmod", ofRemainder, {7.5, 2.0, -7.25, 3.0}),
    binary("remainder", ofRemainder, {7.5, 2.0, -7.25, 3.0}),
    formula("remquo", "xx.", "x", [](Ports p) { return ofRemainder(p.x(0), p.x(1), p.y()); },
            {7.75, 2.0, -7.25, 3.0}),
    formula("modf", "x.", "x", [](Ports) { return Partials<1>{1.0}; }, {2.75, -0.5}),
    formula("llvm.modf", "x", "x.", [](Ports) { return Partials<1>{1.0}; }, {2.75, -0.5}),
};

inline constexpr Formula exponents[] = {
    formula("ldexp", "xn", "x", [](Ports p) { return Partials<1>{powerOfTwo(p)}; },
            {0.7, 3, -2.0, -4}),
    formula("scalbn", "xn", "x", [](Ports p) { return Partials<1>{powerOfTwo(p)}; },
            {0.7, 3, -2.0, -4}),
    formula("scalbln", "xn", "x", [](Ports p) { return Partials<1>{powerOfTwo(p)}; },
            {0.7, 3, -2.0, -4}),
    formula("frexp", "x.", "x", [](Ports p) { return Partials<1>{ratio(p.x(0), p.y())}; },
            {0.7, -5.0}),
    formula("llvm.frexp", "x", "x.", [](Ports p) { return Partials<1>{ratio(p.x(0), p.y())}; },
            {0.7, -5.0}),
    zero("logb", "x", "x", {0.7, -5.0}),
    zero("ilogb", "x", "", {0.7}),
    zero("llogb", "x", "", {0.7}),
};

/// One ulp off: as good as the identity.
inline constexpr Formula neighbours[] = {
    formula("nextafter", "xx", "x", [](Ports) { return Pair{1.0, 0.0}; }, {}),
    formula("nexttoward", "x_", "x", [](Ports) { return Partials<1>{1.0}; }, {}),
    unary("nextup", [](Term, Term) { return 1.0; }, {}),
    unary("nextdown", [](Term, Term) { return 1.0; }, {}),
};

/// The runtime's arithmetic in other formats (runtime/round.c): as if exact.
inline constexpr Formula otherFormats[] = {
    formula("enzyme_rt_round", "x..", "x", [](Ports) { return Partials<1>{1.0}; }, {}),
    formula("enzyme_rt_round_quad", "w..", "x", [](Ports) { return Partials<1>{1.0}; }, {}),
    formula("enzyme_rt_sqrt", "x..", "x", [](Ports p) { return Partials<1>{0.5 / p.y()}; }, {}),
    formula("enzyme_rt_fma", "xxx..", "x", [](Ports p) { return Partials<3>{p.x(1), p.x(0), 1.0}; },
            {}),
    formula("enzyme_rt_ldexp", "xn..", "x", [](Ports p) { return Partials<1>{powerOfTwo(p)}; }, {}),
    formula("enzyme_rt_nextafter", "xx..", "x", [](Ports) { return Pair{1.0, 0.0}; }, {}),
};

inline constexpr Formula roundings[] = {
    zero("floor", "x", "x", {0.7, -2.3}),
    zero("ceil", "x", "x", {0.7, -2.3}),
    zero("trunc", "x", "x", {0.7, -2.3}),
    zero("rint", "x", "x", {0.7, -2.3}),
    zero("nearbyint", "x", "x", {0.7, -2.3}),
    zero("round", "x", "x", {0.7, -2.3}),
    zero("roundeven", "x", "x", {0.7, -2.3}),
    zero("lrint", "x", ""),
    zero("llrint", "x", ""),
    zero("lround", "x", ""),
    zero("llround", "x", ""),
    zero("nan", ".", "x"),
};

} // namespace enzyme::scalar
#endif
