//===- CopyPieces.h - small copies as typed loads and stores ---------------===//
//
// Problem: a structure assignment is a memcpy. InstCombine and SROA turn small
// ones into integer loads and stores, and then it is unknown which bytes were
// floats.
//
// Here: before any optimisation, a copy of few bytes whose layout is on record
// (types/: !enzyme.layout) becomes one load and store for each piece.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_COPYPIECES_H
#define ENZYME_PREPARE_COPYPIECES_H

#include "llvm/IR/Function.h"

namespace enzyme {

void splitSmallCopies(llvm::Function &function);

} // namespace enzyme
#endif
