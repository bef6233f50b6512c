//===- CellTypes.h - what the cells of former values hold -------------------===//
//
// Problem: a loop that becomes a function hands its values on through memory, and the
// function sees only loads and stores of integers: nothing tells it whether a word is
// a counter, a flag, or a floating-point value in an integer's clothes, as the members of
// unions, variants and optionals are.
//
// Here: what was known about the value is said on every access of its cell.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CHECKPOINT_CELLTYPES_H
#define ENZYME_CHECKPOINT_CELLTYPES_H

#include "types/Types.h"

namespace enzyme {

/// What a cell for `value` holds; not `known` where its accesses say it by themselves, or
/// where it is unknown.
Layout layoutOfCell(const llvm::Value &value, const TypeResults &types);

/// Says so on all loads and stores of `cell`.
void declareCell(llvm::AllocaInst &cell, const Layout &held);

} // namespace enzyme
#endif
