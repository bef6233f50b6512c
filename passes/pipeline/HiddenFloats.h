//===- HiddenFloats.h - floats and addresses hidden in integers --------*- C++ -*-===//
#ifndef ENZYME_PIPELINE_HIDDENFLOATS_H
#define ENZYME_PIPELINE_HIDDENFLOATS_H

#include "Context.h"
#include "activity/Activity.h"

namespace enzyme {

/// Refuses integers that hold what derivatives flow through, where they cannot be followed; true
/// if there is one.
bool refuseHidden(Context &context, const DerivativeKey &key, const Analysed &analysed);

} // namespace enzyme
#endif
