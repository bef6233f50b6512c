//===- Atomics.h - exchanges of floats in memory ---------------------------===//
#ifndef ENZYME_PREPARE_ATOMICS_H
#define ENZYME_PREPARE_ATOMICS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Exchanges and compare-exchanges of floats, by value or as bits, become loads and stores, and any
/// exchange of which nothing is wanted back becomes a store.
void spellOutExchanges(llvm::Function &prepared);

/// The first of those of floats; null if there is none. Where other threads run at once, as on a
/// device, loads and stores are not the same.
const llvm::Instruction *exchangeIn(llvm::Function &prepared);

} // namespace enzyme
#endif
