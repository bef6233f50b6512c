//===- RetriedSums.h - atomic sums that are written as loops --------------------===//
//
// Problem: programs for processors without an atomic sum of doubles add in a loop, until no
// other thread has written between the load and the exchange of the number's bits. What threads
// exchange has no derivative on a device; a sum does.
//
//     old = load p                               was = atomic p += x
//   try:
//     seen = phi old, again
//     again, done = cmpxchg p, seen, seen + x
//     br done or again == seen, exit, try
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_RETRIEDSUMS_H
#define ENZYME_PARALLEL_RETRIEDSUMS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Such loops in a function for a device become sums. True if there was any.
bool spellSums(llvm::Function &function);

} // namespace enzyme
#endif
