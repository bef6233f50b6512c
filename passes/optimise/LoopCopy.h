//===- LoopCopy.h - a loop twice, of which one runs ---------------------*- C++ -*-===//
#ifndef ENZYME_OPTIMISE_LOOPCOPY_H
#define ENZYME_OPTIMISE_LOOPCOPY_H

#include "support/Analyses.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace enzyme {

/// What a copy of the loop is made for: the condition is computed once, ahead of both.
using ConditionAhead = llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)>;

/// before: condition ? the copy : the loop. `copies` leads from the loop's values to the copy's.
/// The loop is in simplified form and safe to clone; `analyses` are to be forgotten.
void copyLoop(llvm::Loop &loop, llvm::StringRef suffix, Analyses &analyses,
              ConditionAhead condition, llvm::ValueToValueMapTy &copies);

/// May `copyLoop` be called?
bool mayBeCopied(const llvm::Loop &loop);

/// Calls `change` with each innermost loop once; true if it ever changed one, and said so. What is
/// known of the function is forgotten then, and found anew for the next loop.
bool changeInnermostLoops(llvm::Function &function,
                          llvm::function_ref<bool(llvm::Loop &, Analyses &)> change);

} // namespace enzyme
#endif
