//===- LaunchSums.h - sums that a thread of a launch takes by itself ---------===//
#ifndef ENZYME_SHADOW_LAUNCHSUMS_H
#define ENZYME_SHADOW_LAUNCHSUMS_H

#include "shadow/ShadowedPrimal.h"

namespace enzyme {

/// Finds loads of a kernel that the host's derivative launches to whose adjoints no other thread of
/// the launch adds under a condition, the same in all threads, which becomes an instruction of the
/// shadowed primal: `primal.ownSums`.
void findLaunchSums(ShadowedPrimal &primal);

} // namespace enzyme
#endif
