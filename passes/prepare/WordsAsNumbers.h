//===- WordsAsNumbers.h - numbers that are handed on as words ----*- C++ -*-===//
#ifndef ENZYME_PREPARE_WORDSASNUMBERS_H
#define ENZYME_PREPARE_WORDSASNUMBERS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"

namespace enzyme {

/// Direct calls, in `functions` and the copies that are made of them, which hand over the bits of
/// numbers as integers, or return them so, become calls of copies that take and give the numbers.
/// Functions that are kept have a rule or a name that others know. True if there were any.
bool passWordsAsNumbers(const llvm::SetVector<llvm::Function *> &functions,
                        llvm::function_ref<bool(const llvm::Function &)> isKept);

} // namespace enzyme
#endif
