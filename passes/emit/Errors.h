//===- Errors.h - rounding errors beside derivatives ----------------------===//
//
// Two estimates, both of first order; y is the result of an operation, x_i are its
// operands, ulp(y) is the distance from |y| to the next larger number.
//
//   estimate, forward   the "tangent" of y is its error:
//                       max(ulp(y), Σ_i |d_i · ∂y/∂x_i · x_i / y|)
//   bound, reverse      beside the gradient the sum over all operations of
//                       |y̅| · (what the operation may round away)
//
// An operation rounds away at most ulp(y) / 2 if its exact result is rounded once,
// nothing if it moves or selects, ulp(y) if it is a library function.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_ERRORS_H
#define ENZYME_EMIT_ERRORS_H

#include "plan/LinearStep.h"

namespace enzyme {

/// The primal's value at a port.
llvm::Value *valueAt(llvm::IRBuilderBase &builder, const Port &port, llvm::Value *whole);

/// The distance from |value| to the next larger number of its type.
llvm::Value *ulpOf(llvm::IRBuilderBase &builder, llvm::Value *value);

/// One term of the estimate: |part · x / y|, in the type of y.
llvm::Value *relativeError(llvm::IRBuilderBase &builder, llvm::Value *part, llvm::Value *x,
                           llvm::Value *y);

/// The larger of ulp(y) and `sum`.
llvm::Value *atLeastUlp(llvm::IRBuilderBase &builder, llvm::Value *sum, llvm::Value *y);

/// Tells the program's own log of errors, if it defines one.
void logError(llvm::IRBuilderBase &builder, llvm::Instruction &at, llvm::Value *error);

/// What the operation may round away, from its value and operands by `lookUp`; null
/// if nothing.
llvm::Value *roundedAway(llvm::IRBuilderBase &builder, const ScaleStep &step, const Port &output,
                         llvm::function_ref<llvm::Value *(llvm::Value *)> lookUp);

/// Adds |adjoint| · error, a vector's elements by themselves, to the running bound.
void addToBound(llvm::IRBuilderBase &builder, llvm::Value *adjoint, llvm::Value *error);

} // namespace enzyme
#endif
