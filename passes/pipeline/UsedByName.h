//===- UsedByName.h - arguments that are used by their name, too ---*- C++ -*-===//
#ifndef ENZYME_PIPELINE_USEDBYNAME_H
#define ENZYME_PIPELINE_USEDBYNAME_H

#include "request/Request.h"

namespace enzyme {

struct Context;

/// Warns where `request` passes a global variable with a shadow, or what one leads to, and code
/// that `primal` reaches uses numbers of the same variable by its name.
void warnOfUseByName(const Request &request, llvm::Function &primal, Context &context);

} // namespace enzyme
#endif
