//===- BlasRules.h - the rules of products and solutions of matrices -------===//
#ifndef ENZYME_REQUEST_BLASRULES_H
#define ENZYME_REQUEST_BLASRULES_H

#include "request/ParseGlobals.h"

namespace enzyme {

/// Of the functions that stand for BLAS in the workshop (library/blas/Blas.h): this, then
/// the family and the routine.
inline constexpr llvm::StringLiteral blasPrefix = "enzyme.blas.";

/// What follows the name of a function in the names of its rule's functions.
llvm::ArrayRef<llvm::StringLiteral> partsOfBlasRules();

/// The functions that have the parts of a rule get it.
void addBlasRules(llvm::Module &workshop, UserRules &rules);

} // namespace enzyme
#endif
