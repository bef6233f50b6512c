//===- ShadowUse.h - does an augmented half depend on its shadows? ---------===//
//
// Problem: where the run decides how many lanes there are, a function that must not
// run twice can only run once, whatever the lanes' shadows are; each lane then
// takes its primal values from the one tape.
//
// Here: whether that is so. Shadow addresses that the primal sweep computes but
// does not use do no harm; one that is kept on the tape, handed out, written to or
// used in a decision does.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_SHADOWUSE_H
#define ENZYME_EMIT_SHADOWUSE_H

#include "abi/Signature.h"

namespace enzyme {

/// Is the tape of `augmented` the same whichever shadows it is given?
bool ignoresShadows(const llvm::Function &augmented, const Signature &signature);

} // namespace enzyme
#endif
