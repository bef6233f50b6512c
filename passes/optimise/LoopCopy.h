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

} // namespace enzyme
#endif
