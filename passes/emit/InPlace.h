//===- InPlace.h - calls whose reverse runs where they are made ------------===//
#ifndef ENZYME_EMIT_INPLACE_H
#define ENZYME_EMIT_INPLACE_H

#include "emit/Slots.h"

namespace enzyme {

/// Gives each call that runs in place (regions/SeedAhead.h) its seed, and adds the
/// adjoints that are summed there to their slots.
void seedInPlace(const Context &context, const ShadowedPrimal &primal, Slots &slots);

} // namespace enzyme
#endif
