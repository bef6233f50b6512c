//===- InactiveLoads.h - what inactive globals hold stays inactive ---------===//
#ifndef ENZYME_PREPARE_INACTIVELOADS_H
#define ENZYME_PREPARE_INACTIVELOADS_H

#include "request/ParseGlobals.h"

namespace enzyme {

/// A global marked inactive holds values without derivatives, also one that was
/// just computed from active values. Optimisers forward a stored value to the
/// load and the mark is lost; so each float loaded from such a global goes through
/// a function that is inactive and means nothing else.
void fenceInactiveLoads(llvm::Module &workshop, const UserRules &rules);

/// Takes the fences away again, once derivatives are made.
void dropFences(llvm::Module &workshop);

} // namespace enzyme
#endif
