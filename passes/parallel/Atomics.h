//===- Atomics.h - atomic accesses that are no sums (room-private) -----------===//
//
// Sums of numbers, of which nothing is read, and integers that are computed with stay atomic in a
// team: in the reverse sweep their order does not matter. That of reads, writes, exchanges and
// other updates does, and so does that of volatile accesses, by which older programs wait. They,
// and all other atomic accesses in code that has such, become plain ones in sections of one lock,
// which have a reverse.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_ATOMICS_H
#define ENZYME_PARALLEL_ATOMICS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Is there an access by which threads wait for each other, and whose order therefore matters? It
/// does of all atomic ones where there is a fence or a flush.
bool hasOrderedAtomics(const llvm::Function &function);

/// Atomic accesses become plain ones in sections of a lock.
void takeAtomicsOneByOne(llvm::Function &function);

} // namespace enzyme
#endif
