//===- Extremes.h - the largest of some words ----------------------*- C++ -*-===//
#ifndef ENZYME_PREPARE_EXTREMES_H
#define ENZYME_PREPARE_EXTREMES_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Makes a comparison and a choice of llvm.umax and its relatives: the words that a program
/// chooses the largest of may be anything's bits, and choices can be followed.
void spellOutExtremes(llvm::Function &function);

} // namespace enzyme
#endif
