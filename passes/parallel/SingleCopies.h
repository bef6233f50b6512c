//===- SingleCopies.h - what one thread computes for all (room-private) ------===//
//
// #pragma omp single copyprivate(a, b): the thread that ran the block hands its own a and b to all
// others. The runtime does it in a call; here it becomes code, by way of a variable of the function
// around the region that the team shares:
//
//   copyprivate(own, copy, isFrom)     if (isFrom) *published = own
//                                      barrier
//                                      from = *published;  if (!isFrom) copy(own, from)
//                                      barrier
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_SINGLECOPIES_H
#define ENZYME_PARALLEL_SINGLECOPIES_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Does the function itself hand such copies on?
bool copiesPrivate(const llvm::Function &function);

/// Does so through `published`.
void publishCopies(llvm::Function &region, llvm::Argument &published);

} // namespace enzyme
#endif
