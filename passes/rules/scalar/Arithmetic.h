//===- Arithmetic.h - the arithmetic instructions ------------------------===//
//
// Rows named by the opcode; LLVM's constrained intrinsics share them. The
// intrinsics fma and fmuladd are `fused`, because they are calls.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_SCALAR_ARITHMETIC_H
#define ENZYME_RULES_SCALAR_ARITHMETIC_H

#include "rules/Rule.h"

namespace enzyme::scalar {
using term::Term;

/// y = a / b; one division serves both partials.
constexpr Pair divided(Term, Term b, Term y) {
  Term reciprocal = 1.0 / b;
  return {reciprocal, -(y * reciprocal)};
}

/// The same without y, which would have to be divided again.
constexpr Pair dividedOnce(Term a, Term b, Term) {
  Term reciprocal = 1.0 / b;
  return {reciprocal, -(a * reciprocal * reciprocal)};
}

inline constexpr Formula instructions[] = {
    unary("fneg", [](Term, Term) { return -1.0; }, {0.7, -2.5}),
    binary("fadd", [](Term, Term, Term) { return Pair{1.0, 1.0}; }, {1.5, 2.0, -3.0, 0.25}),
    binary("fsub", [](Term, Term, Term) { return Pair{1.0, -1.0}; }, {1.5, 2.0, -3.0, 0.25}),
    binary("fmul", [](Term a, Term b, Term) { return Pair{b, a}; }, {1.5, 2.0, -3.0, 0.25}),
    binary("fdiv", divided, {1.5, 2.0, -3.0, 0.25}),
    // a - b * trunc(a / b): the quotient is recovered exactly from the result.
    binary("frem", [](Term a, Term b, Term y) { return Pair{1.0, rint((y - a) / b)}; },
           {7.5, 2.0, -7.25, 3.0, 5.5, -1.75}),
    // Conversions between floating types; the emitter converts the slot.
    formula("fpext", "w", "x", [](Ports) { return Partials<1>{1.0}; }, {0.5, -1.25}),
    formula("fptrunc", "w", "x", [](Ports) { return Partials<1>{1.0}; }, {0.5, -1.25}),
};

/// Of an fdiv whose dividend is read from memory, where it mostly can be read again.
inline constexpr Formula quotientOfRead = binary("fdiv", dividedOnce, {1.5, 2.0, -3.0, 0.25});

inline constexpr Formula fused[] = {
    formula("fma", "xxx", "x", [](Ports p) { return Partials<3>{p.x(1), p.x(0), 1.0}; },
            {1.5, 2.0, -0.5, -3.0, 0.25, 4.0}),
    formula("fmuladd", "xxx", "x", [](Ports p) { return Partials<3>{p.x(1), p.x(0), 1.0}; },
            {1.5, 2.0, -0.5, -3.0, 0.25, 4.0}),
    binary("__nv_fdivide", divided, {1.5, 2.0, -3.0, 0.25}),
    // In a rounding that the name says, and never fused with others.
    binary("__nv_dadd_rn", [](Term, Term, Term) { return Pair{1.0, 1.0}; }, {1.5, 2.0, -3.0, 0.25}),
    binary("__nv_dsub_rn", [](Term, Term, Term) { return Pair{1.0, -1.0}; },
           {1.5, 2.0, -3.0, 0.25}),
    binary("__nv_dmul_rn", [](Term a, Term b, Term) { return Pair{b, a}; }, {1.5, 2.0, -3.0, 0.25}),
    unary("__nv_drcp_rn", [](Term, Term y) { return -(y * y); }, {1.5, -3.0}),
    formula("__nv_double2float_rn", "w", "x", [](Ports) { return Partials<1>{1.0}; }, {0.5, -1.25}),
    // What stays zero stays zero: a slot times a coefficient in a derivative (Facts.h).
    binary("enzyme.guarded", [](Term a, Term b, Term) { return Pair{b, a}; },
           {1.5, 2.0, -3.0, 0.25}),
    binary("enzyme.shielded", [](Term a, Term b, Term) { return Pair{b, a}; },
           {1.5, 2.0, -3.0, 0.25}),
};

} // namespace enzyme::scalar
#endif
