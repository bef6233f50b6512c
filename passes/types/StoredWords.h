//===- StoredWords.h - numbers that are stored as integers --------*- C++ -*-===//
#ifndef ENZYME_TYPES_STOREDWORDS_H
#define ENZYME_TYPES_STOREDWORDS_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// Optimisers make one access of that of a word and the cast, and leave it the word's type.
bool hasTagOfInteger(const llvm::Instruction &access);

/// Is a number of so many bytes stored as an integer anywhere? Few programs do so. Null: none is.
llvm::Type *storedAsWord(const llvm::Module &module, uint64_t bytes);

} // namespace enzyme
#endif
