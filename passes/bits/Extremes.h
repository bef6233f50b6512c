//===- Extremes.h - the largest of some words ----------------------*- C++ -*-===//
#ifndef ENZYME_BITS_EXTREMES_H
#define ENZYME_BITS_EXTREMES_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Turns llvm.umax and its relatives into a comparison and a choice: the words of which a program
/// chooses the largest may be bits of anything, and choices can be followed.
void spellOutExtremes(llvm::Function &function);

} // namespace enzyme
#endif
