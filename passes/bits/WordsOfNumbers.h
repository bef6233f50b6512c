//===- WordsOfNumbers.h - numbers in memory, computed with as words -*- C++ -*-===//
#ifndef ENZYME_BITS_WORDSOFNUMBERS_H
#define ENZYME_BITS_WORDSOFNUMBERS_H

#include "types/Types.h"

namespace enzyme {

/// Integers that are loaded from where a number lies, and computed with, and those that are
/// computed and stored there, become the bits of numbers that are loaded and stored. Returns
/// whether there were any; types have to be analysed again then.
bool revealNumbers(llvm::Function &prepared, const TypeResults &types);

} // namespace enzyme
#endif
