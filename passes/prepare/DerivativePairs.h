//===- DerivativePairs.h - function pointers whose shadow is a pair of derivatives --===//
//
// Problem: a program may bring its own derivative of what a function pointer leads
// to: the pointer's shadow is then the address of {augmented, reverse} (reverse mode)
// or of a cell with the forward derivative. Whether that is so, only the run tells;
// if the shadow is the pointer itself, or null, the derivative is one we know.
//
// Here: the question and the call, as functions that every later room can treat as
// ordinary ones:
//     if (hasPair(p)) y = throughPair(p, x…); else …the functions p may be…
// ShadowCalls.cpp answers the question, request/PairRules.cpp gives the call its rule.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_DERIVATIVEPAIRS_H
#define ENZYME_PREPARE_DERIVATIVEPAIRS_H

#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// Puts the question and the call through a pair before `call`, a call through a pointer,
/// if its pointer may have such a shadow. True if it did.
bool divertToPair(llvm::CallBase &call);

/// Is this the question, asked about argument 0?
bool asksForPair(const llvm::CallBase &call);

} // namespace enzyme
#endif
