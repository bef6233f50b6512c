//===- ReadTruncation.cpp - what a call says about precision --------------===//
#include "report/Diagnostics.h"
#include "request/ReadSplit.h"

using namespace llvm;

namespace enzyme {

/// Constants behind the function; nothing is bound, since nothing is called yet.
ReadResult readTruncation(const CallView &view, Function &function) {
  ReadResult result;
  Request &request = result.request;
  request.call = view.call;
  request.family = view.family;
  request.function = &function;
  request.where = view.where;
  request.parameters.resize(function.arg_size());
  SmallVector<std::optional<int64_t>, 3> constants;
  for (const SeenArgument &argument : view.arguments)
    constants.push_back(argument.constant);
  bool isOperations = view.family == Family::TruncateOpFunc;
  std::string why;
  request.truncation = truncationOf(
      constants, isOperations ? TruncationScope::Operations : TruncationScope::Memory, why);
  if (!request.truncation)
    result.refusals.push_back(
        {MessageId::TruncationFormat, view.where, {wordOf(view.family).str(), why}, {}});
  return result;
}

void readErrorBound(const CallView &view, const SeenArgument &sum, ReadInto into) {
  bool isPointer = view.call->getArgOperand(sum.index)->getType()->isPointerTy();
  bool isFirst = !into.request.errorBound;
  if (view.family == Family::Autodiff && isPointer && isFirst) {
    into.request.errorBound = sum.index;
    return;
  }
  const char *why = !isFirst     ? "is given more than once"
                    : !isPointer ? "is not followed by a pointer"
                                 : "belongs to __enzyme_autodiff alone";
  into.refusals.push_back({MessageId::ErrorBound, view.where, {why}, {}});
}

} // namespace enzyme
