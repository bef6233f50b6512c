//===- Locks.h - loops in which threads wait for each other in memory -------===//
//
// Problem: a lock, or a number that says whose turn it is, orders what threads do. In the reverse
// sweep it would have to be the opposite order, and the lock gives any. (Integers that are only
// counted up, as those of queues, do not: what they gave is kept.)
//
// Here: such loops are found. A thread tries to exchange the same constants at the same place until
// it succeeds, or does nothing but read the same place again.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PIPELINE_LOCKS_H
#define ENZYME_PIPELINE_LOCKS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// In a derivative, which keeps what its threads read.
bool waitsInMemory(llvm::Function &derivative);

} // namespace enzyme
#endif
