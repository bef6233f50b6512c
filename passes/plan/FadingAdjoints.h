//===- FadingAdjoints.h - adjoints that stay subnormal (room-private) --------===//
//
// Problem: in a long recurrence the adjoint is multiplied in each iteration and fades:
//
//     for (i…) h = a * h + x[i];            h̅ = a h̅, backwards
//
// From 10⁻³⁰⁸ on it is subnormal, and for |a| > ½ it stays that: the least number times a is
// rounded to itself. Processors take up to a hundred cycles for each operation on such numbers.
//
// Here: phis of loops that reach themselves by products alone. The reverse sweep sets their
// adjoints to zero where they are subnormal, by a branch that is hardly ever taken and so costs no
// time in the chain of products. Where an adjoint is handed on unchanged, too (sums, steps of an
// integrator), it does not fade, and its loop may be vectorised: that is left alone.
// (FTZ and DAZ for the sweep would flush the primal values that it computes again.)
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PLAN_FADINGADJOINTS_H
#define ENZYME_PLAN_FADINGADJOINTS_H

#include "plan/Plan.h"

namespace enzyme {

/// Such phis of float or double in loops of the plan's steps.
llvm::SmallSetVector<llvm::PHINode *, 4> findFadingAdjoints(const ShadowedPrimal &primal,
                                                            const Plan &plan);

} // namespace enzyme
#endif
