//===- Conversions.h - intrinsics that hand their operand on -------------===//
//
// The instructions fpext and fptrunc are in Arithmetic.h.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_SCALAR_CONVERSIONS_H
#define ENZYME_RULES_SCALAR_CONVERSIONS_H

#include "rules/Rule.h"

namespace enzyme::scalar {
using term::Term;

inline constexpr Formula conversions[] = {
    unary("llvm.canonicalize", [](Term, Term) { return 1.0; }, {0.5, -1.25}),
    unary("llvm.arithmetic.fence", [](Term, Term) { return 1.0; }, {0.5, -1.25}),
    formula("llvm.fptrunc.round", "w.", "x", [](Ports) { return Partials<1>{1.0}; }, {0.5, -1.25}),
};

} // namespace enzyme::scalar
#endif
