//===- OwnSums.h - sums that a thread of a team takes by itself --------------===//
#ifndef ENZYME_SHADOW_OWNSUMS_H
#define ENZYME_SHADOW_OWNSUMS_H

#include "shadow/ShadowedPrimal.h"

namespace enzyme {

/// Finds loads in a region whose adjoints no other thread adds to while this one does, always or
/// under a condition, which becomes an instruction of the shadowed primal: `primal.ownSums`. After
/// the records of control.
void findOwnSums(ShadowedPrimal &primal);

/// Those of a region that are a thread's own without a condition, before anything is made: for
/// iterations of its loops, in which that is not seen any more.
std::vector<const llvm::LoadInst *> ownSumsOf(const DerivativeKey &key, llvm::Function &prepared,
                                              const TypeResults &types,
                                              const ActivityResults &activity);

} // namespace enzyme
#endif
