//===- DerivativePosition.h - where derivative code is, for messages ----------===//
//
// Problem: a derivative that is differentiated again has no lines of its own, so a message about
// it would name a function that the user never wrote.
//
// Here: it is reported where its primal is (Position::of).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REPORT_DERIVATIVEPOSITION_H
#define ENZYME_REPORT_DERIVATIVEPOSITION_H

namespace llvm {
class Function;
} // namespace llvm

namespace enzyme {

void rememberPosition(llvm::Function &derivative, const llvm::Function &primal);

/// Was it made here? A copy counts, too.
bool isDerivative(const llvm::Function &function);

} // namespace enzyme
#endif
