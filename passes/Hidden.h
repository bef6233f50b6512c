//===- Hidden.h - floats and addresses hidden in integers --------*- C++ -*-===//
#ifndef ENZYME_HIDDEN_H
#define ENZYME_HIDDEN_H

#include "Context.h"
#include "activity/Activity.h"

namespace enzyme {

/// Refuses integers that hold what derivatives flow through, where they cannot be followed; true
/// if there is one.
bool refuseHidden(Context &context, const DerivativeKey &key, const Analysed &analysed);

} // namespace enzyme
#endif
