//===- CopiedShadows.h - shadows that share their values' memory -*- C++ -*-===//
#ifndef ENZYME_REQUEST_COPIEDSHADOWS_H
#define ENZYME_REQUEST_COPIEDSHADOWS_H

#include "report/Diagnostics.h"
#include "request/Request.h"

namespace enzyme {

/// Is `memory` a variable of the caller's that was copied from what `value` leads to, and whose
/// pointers to numbers have not changed before `request` gets both?
bool sharesNumbers(const llvm::Value &memory, const llvm::Value &value,
                   const llvm::CallBase &request);

/// Reverse mode would add the derivative to the value's own numbers.
void warnOfCopiedShadows(const Request &request, Diagnostics &diagnostics);

} // namespace enzyme
#endif
