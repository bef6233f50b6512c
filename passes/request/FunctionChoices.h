//===- FunctionChoices.h - a request for one of several functions -----------------===//
#ifndef ENZYME_REQUEST_FUNCTIONCHOICES_H
#define ENZYME_REQUEST_FUNCTIONCHOICES_H

#include "request/Request.h"

namespace enzyme {

/// Requests that stand for the same call, one per function its first argument
/// can be. The call is made once per function, under a comparison of the
/// argument at run time; the requests are returned with calls of their own.
std::vector<Request> separate(std::vector<Request> alternatives, unsigned functionArgument);

/// A second call of the same, made where `condition` holds; `call` itself is then only
/// made where it does not.
llvm::CallBase *divertCall(llvm::CallBase &call, llvm::Value *condition);

/// Replaces a request that is never reached with a known function by a call that
/// stops the program with a sentence.
void refuseAtRunTime(llvm::CallBase &call, llvm::StringRef sentence);

} // namespace enzyme
#endif
