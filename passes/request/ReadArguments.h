//===- ReadArguments.h - from what is seen of a call to a Request ---------===//
//
// Arguments are consumed from left to right. A marker describes the parameter
// behind it, or the whole call; a parameter takes one argument, and where it is
// duplicated its shadows take the next ones. Pure: reads a CallView and the
// function, changes nothing.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_READARGUMENTS_H
#define ENZYME_REQUEST_READARGUMENTS_H

#include "report/Refusal.h"
#include "request/Request.h"
#include "request/Resolve.h"

namespace enzyme {

struct ReadResult {
  Request request;
  llvm::SmallVector<Refusal, 2> refusals; ///< empty: the request is complete
};

/// The request that `view` makes for `function`, one of view.functions.
ReadResult readArguments(const CallView &view, llvm::Function &function);

/// The truncation that `view` asks for: constants behind the function.
ReadResult readTruncation(const CallView &view, llvm::Function &function);

/// The activity of a parameter without marker.
Activity defaultActivity(const llvm::Argument &parameter, bool isForward);

/// The activity of the result without marker; a hidden result is a parameter.
ReturnActivity defaultReturn(const llvm::Function &function, bool isForward);

/// True if a value of this type holds a floating-point number (or a pointer).
bool holdsFloat(const llvm::Type *type);
bool holdsPointer(const llvm::Type *type);

} // namespace enzyme
#endif
