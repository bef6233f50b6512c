//===- UnsetShadows.h - shadows that are never set ----------------*- C++ -*-===//
#ifndef ENZYME_REQUEST_UNSETSHADOWS_H
#define ENZYME_REQUEST_UNSETSHADOWS_H

#include "report/Diagnostics.h"
#include "request/Request.h"

namespace enzyme {

/// Is `memory` the caller's own, and certainly never written before or after `request` gets it?
bool isNeverSet(const llvm::Value &memory, const llvm::CallBase &request);

/// Reverse mode adds to shadows: what lay there before is in the derivative.
void warnOfUnsetShadows(const Request &request, Diagnostics &diagnostics);

} // namespace enzyme
#endif
