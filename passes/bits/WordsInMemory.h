//===- WordsInMemory.h - integers that carry memory across calls -----------===//
#ifndef ENZYME_BITS_WORDSINMEMORY_H
#define ENZYME_BITS_WORDSINMEMORY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"

namespace enzyme {

/// Direct calls, in `functions`, of functions that take integers from memory to memory become
/// calls of copies that take and give such integers in memory. Functions that are kept have a
/// rule or a name that others know: their signature stays. True if there were any.
bool passWordsInMemory(const llvm::SetVector<llvm::Function *> &functions,
                       llvm::function_ref<bool(const llvm::Function &)> isKept);

} // namespace enzyme
#endif
