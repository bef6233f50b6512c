//===- UnwantedStores.h - primal results that are not wanted ----------------------===//
#ifndef ENZYME_EMIT_UNWANTEDSTORES_H
#define ENZYME_EMIT_UNWANTEDSTORES_H

#include "shadow/ShadowedPrimal.h"

namespace enzyme {

/// Drops the primal's stores behind parameters marked enzyme_dupnoneed, and those of a second run
/// to memory that is not read afterwards. The work that only fed them is then dead. Must be called
/// once everything is emitted.
///
/// The caller does not need that memory, so this is right as long as the function itself does
/// not look at it: a parameter that is read, passed on or kept stays as it is.
void dropUnwantedStores(ShadowedPrimal &primal);

} // namespace enzyme
#endif
