//===- OwnSums.h - sums that a thread of a team takes by itself --------------===//
#ifndef ENZYME_SHADOW_OWNSUMS_H
#define ENZYME_SHADOW_OWNSUMS_H

#include "shadow/ShadowedPrimal.h"

namespace enzyme {

/// Finds loads in a region whose adjoints no other thread adds to while this one does, always or
/// under a condition, which becomes an instruction of the shadowed primal: `primal.ownSums`. After
/// the records of control.
void findOwnSums(ShadowedPrimal &primal);

} // namespace enzyme
#endif
