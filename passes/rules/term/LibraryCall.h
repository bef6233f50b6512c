//===- LibraryCall.h - a mathematical function called at any type --------===//
//
// The function nodes of a term as intrinsics or calls of the C library.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_TERM_LIBRARYCALL_H
#define ENZYME_RULES_TERM_LIBRARYCALL_H

#include "rules/term/Term.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme::term {

/// Calls the function of node `op` on `arguments`, whose reals have `type`.
llvm::Value *callFunction(llvm::IRBuilderBase &builder, Op op, llvm::Type *type,
                          llvm::ArrayRef<llvm::Value *> arguments);

} // namespace enzyme::term
#endif
