//===- Outline.h - moves the body of a loop into a function ---------------===//
#ifndef ENZYME_REGIONS_OUTLINE_H
#define ENZYME_REGIONS_OUTLINE_H

#include "regions/Replayable.h"

namespace enzyme {

/// Can the body of `loop` be a function: with one way out, from the latch, numbers going in
/// and out, and addresses only going in?
bool hasOutlineForm(llvm::Loop &loop, const TypeResults &types, Analyses &analyses);

/// Does it, for a loop that has this form. The call that takes the body's place;
/// beyond this point `analyses` are out of date.
llvm::CallInst *outlineIteration(llvm::Loop &loop, const ReplayTerms &terms, Analyses &analyses,
                                 const llvm::Twine &name);

} // namespace enzyme
#endif
