//===- ComputedWords.h - integers that are computed where numbers may lie --===//
//
// Problem: a slot of an interpreter's stack holds a number, an address or an integer, as its tag
// says. What is computed with its integers is not a number then; but the same register, or the same
// bytes of memory, hold one at other times, and no type can tell.
//
// Here: which integers may be such. Their derivative is unknown if a number is read there, which
// the run tells (runtime/bits.c). What certainly becomes a number is not one.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PLAN_COMPUTEDWORDS_H
#define ENZYME_PLAN_COMPUTEDWORDS_H

#include "types/Types.h"

namespace enzyme {

/// Is `value`, which is stored where anything may lie, neither an address nor a whole number that
/// is only moved?
bool isComputedWord(const llvm::Value &value);

/// Does `at` compute an integer whose register holds a number if another choice is taken?
bool mayBeNoNumber(const llvm::Instruction &at, const TypeResults &types);

} // namespace enzyme
#endif
