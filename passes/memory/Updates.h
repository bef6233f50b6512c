//===- Updates.h - numbers in memory that something is added to ----------------===//
//
// Problem: `x += …` is more than a load and a store: the adjoint of x is the same before and
// after, iterations that only add to it may run again, one store can take the place of clearing
// and adding, and additions of several threads may come in any order. Rooms that each recognise
// it in their own way disagree about what it is.
//
// Here: the one description. An addition has derivative 1 with respect to one operand. A sum in
// memory is a load, additions of which each is all that is made of the one before, and a store to
// the same place. What is computed in any other way from what lay there is a rewrite. An atomic
// instruction is both at once.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_MEMORY_UPDATES_H
#define ENZYME_MEMORY_UPDATES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace enzyme {

/// Is `at` its operand number `operand` plus something that does not depend on it?
bool isAddition(const llvm::Instruction &at, unsigned operand);

/// Does the store write all of what the load reads, by the same address?
bool areAtOnePlace(const llvm::LoadInst &load, const llvm::StoreInst &store);

/// `p[i] += …`
struct SumInMemory {
  llvm::StoreInst *store;
  llvm::SmallVector<llvm::Instruction *, 4> additions; ///< from the load to the store
};

/// The sum that begins with `load`, of which nothing else is made. `isThere`: is a store to the
/// place of the load? (By default, areAtOnePlace.)
std::optional<SumInMemory>
sumFrom(const llvm::LoadInst &load,
        llvm::function_ref<bool(const llvm::StoreInst &)> isThere = nullptr);

/// The load of the place that the store writes, if what is stored is computed from it there, in
/// whatever way; null if that is not seen.
llvm::LoadInst *rewrittenBy(llvm::StoreInst &store);

/// Does the atomic instruction add to a number, or subtract from it?
bool isSum(const llvm::AtomicRMWInst &at);
/// Or does it compute with an integer, which has no derivative?
bool isSumOrOfInteger(const llvm::AtomicRMWInst &at);

} // namespace enzyme
#endif
