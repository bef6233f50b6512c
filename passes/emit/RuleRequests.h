//===- RuleRequests.h - derivatives that rules ask for themselves -----------===//
//
// Problem: the program's own rule may ask for derivatives in turn, as one for an implicit
// function does. Such a request runs inside the derivative that called the rule, and finds
// that derivative's adjoints in the shadows of globals (GlobalShadows.h).
//
// Here: calls of such rules say so while they run.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_RULEREQUESTS_H
#define ENZYME_EMIT_RULEREQUESTS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// `emitted` is the derivative that calls a rule's functions.
void announceRule(llvm::Function &emitted);

} // namespace enzyme
#endif
