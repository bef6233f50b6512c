//===- RawRules.h - the rules of copies of unknown memory ------------------===//
#ifndef ENZYME_REQUEST_RAWRULES_H
#define ENZYME_REQUEST_RAWRULES_H

#include "request/ParseGlobals.h"

namespace enzyme {

/// A derivative calls the run-time library for memory of unknown contents (runtime/raw.c).
/// For derivatives of that derivative, these calls have rules like functions for which the
/// program registered one.
void addRawRules(llvm::Module &workshop, UserRules &rules);

} // namespace enzyme
#endif
