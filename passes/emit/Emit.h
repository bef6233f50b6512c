//===- Emit.h - write the derivative; decide nothing ---------------------===//
#ifndef ENZYME_EMIT_EMIT_H
#define ENZYME_EMIT_EMIT_H

#include "emit/TapeShape.h"
#include "plan/Plan.h"

namespace enzyme {

/// Turns the shadowed primal into the forward derivative it is named for.
bool emitForward(Context &context, ShadowedPrimal &primal, const StepList &steps);

/// Both sweeps in the shadowed primal's own function.
void emitCombined(Context &context, ShadowedPrimal &primal, const Plan &plan);

/// The primal sweep in the shadowed primal's function, the reverse sweep in
/// `gradient` (declared, without body). `tangents`: the forward derivative that is to
/// read the tape too, or null.
TapeShape emitSplit(Context &context, ShadowedPrimal &primal, const Plan &plan,
                    llvm::Function &gradient, ShadowedPrimal *tangents);

/// Marks the tape at entry and releases it on every way out, exceptions included.
void addTapeLifetime(llvm::Function &derivative);

/// Calls of `function` that may unwind get a landing that does `cleanUp`.
void addCleanup(llvm::Function &function, llvm::function_ref<void(llvm::IRBuilderBase &)> cleanUp);

} // namespace enzyme
#endif
