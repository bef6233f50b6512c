//===- Processor.h - intrinsics of one processor family ------------------===//
//
// What hand-written vector code (Eigen, for one) calls and clang does not turn
// into LLVM's own operations. Lane by lane only: operations across lanes (hadd,
// dp) are refused. Spelling.cpp lists which intrinsics are meant.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_SCALAR_PROCESSOR_H
#define ENZYME_RULES_SCALAR_PROCESSOR_H

#include "rules/scalar/Elementary.h"
#include "rules/scalar/Piecewise.h"

namespace enzyme::scalar {

inline constexpr Formula processor[] = {
    // a < b ? a : b and a > b ? a : b: the second operand where one is NaN.
    binary("llvm.x86.min", [](Term a, Term b, Term) { return choose(a <= b); },
           {0.7, 2.0, 2.0, 0.7}),
    binary("llvm.x86.max", [](Term a, Term b, Term) { return choose(a >= b); },
           {0.7, 2.0, 2.0, 0.7}),
    // Approximations, differentiated as what they approximate.
    unary("llvm.x86.rcp", [](Term, Term y) { return -(y * y); }, {0.3, -2.0}),
    unary("llvm.x86.rsqrt", [](Term, Term y) { return -0.5 * (y * y * y); }, {0.3, 2.0}),
    // AVX-512's, without others in the places that the mask leaves out (target/WideVectors.h).
    formula("llvm.x86.rcp14", "x_.", "x", [](Ports p) { return Partials<1>{-(p.y() * p.y())}; },
            {0.3, -2.0}),
    formula("llvm.x86.rsqrt14", "x_.", "x",
            [](Ports p) { return Partials<1>{-0.5 * (p.y() * p.y() * p.y())}; }, {0.3, 2.0}),
    zero("llvm.x86.round", "x.", "x", {0.7, -2.3}),
    // The sign of the third operand chooses.
    formula("llvm.x86.blendv", "xxx", "x",
            [](Ports p) {
              Pair firstOrSecond = choose(copysign(1.0, p.x(2)) > 0.0);
              return Partials<3>{firstOrSecond[0], firstOrSecond[1], 0.0};
            },
            {0.7, 2.0, -1.0, 0.7, 2.0, 1.0}),
    // AMD's graphics processors: angles are in turns; the one of three that lies between the
    // others.
    unary("llvm.amdgcn.fract", [](Term, Term) { return Term(1.0); }, {0.7, -2.3}),
    unary("llvm.amdgcn.frexp.mant", [](Term x, Term y) { return ratio(x, y); }, {0.7, -5.0}),
    unary("llvm.amdgcn.sin", [](Term x, Term) { return 2.0 * pi(x) * cosPi(2.0 * x); },
          {0.3, -2.2}),
    unary("llvm.amdgcn.cos", [](Term x, Term) { return -2.0 * pi(x) * sinPi(2.0 * x); },
          {0.3, -2.2}),
    formula("llvm.amdgcn.fmed3", "xxx", "x",
            [](Ports p) {
              Condition isFirst = p.y() == p.x(0), isSecond = p.y() == p.x(1);
              return Partials<3>{select(isFirst, 1.0, 0.0),
                                 select(isFirst, 0.0, select(isSecond, 1.0, 0.0)),
                                 select(isFirst || isSecond, 0.0, 1.0)};
            },
            {0.7, 2.0, -1.0, 2.0, 0.7, -1.0, 2.0, -1.0, 0.7}),
};

} // namespace enzyme::scalar
#endif
