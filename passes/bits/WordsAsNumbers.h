//===- WordsAsNumbers.h - numbers that are handed on as words ----*- C++ -*-===//
#ifndef ENZYME_BITS_WORDSASNUMBERS_H
#define ENZYME_BITS_WORDSASNUMBERS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"

namespace enzyme {

/// Direct calls, in `functions` and the copies made of them, that pass or return the bits of
/// numbers as integers become calls of copies that take and return the numbers.
/// Functions that are kept have a rule or a name that others know. True if there were any.
bool passWordsAsNumbers(const llvm::SetVector<llvm::Function *> &functions,
                        llvm::function_ref<bool(const llvm::Function &)> isKept);

} // namespace enzyme
#endif
