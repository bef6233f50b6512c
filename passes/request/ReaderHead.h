//===- ReaderHead.h - what readers of requests have in common (room-private) --===//
//
// A derivative, a batch and what follows their arguments are read by different
// rules, but all fill a Request, collect refusals, and count as a person does: a
// hidden pointer to a result, of the call or of the function, has no number.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_READERHEAD_H
#define ENZYME_REQUEST_READERHEAD_H

#include "report/Diagnostics.h"
#include "request/ReadArguments.h"
#include "llvm/IR/Function.h"

namespace enzyme {

class ReaderHead {
protected:
  ReaderHead(const CallView &view, llvm::Function &function)
      : view(view), function(function), name(readableName(function)) {
    request.call = view.call;
    request.family = view.family;
    request.function = &function;
    request.resultArgument = view.resultArgument;
    request.where = view.where;
    request.parameters.resize(function.arg_size());
  }

  ReadResult take() { return {std::move(request), std::move(refusals)}; }

  void refuse(MessageId id, llvm::ArrayRef<std::string> arguments) {
    refusals.push_back({id, view.where, {arguments.begin(), arguments.end()}, {}});
  }

  bool hidesResult() const {
    return function.arg_size() != 0 && function.getArg(0)->hasStructRetAttr();
  }
  unsigned hiddenParameters() const { return hidesResult() ? 1 : 0; }
  std::string argumentNumber(unsigned index) const {
    return std::to_string(index + 1 - (view.resultArgument ? 1 : 0));
  }
  std::string parameterNumber(unsigned k) const {
    return std::to_string(k + 1 - hiddenParameters());
  }
  std::string parameterCount() const {
    unsigned count = function.arg_size() - hiddenParameters();
    return std::to_string(count) + (count == 1 ? " parameter" : " parameters");
  }

  const CallView &view;
  llvm::Function &function;
  std::string name;
  Request request;
  llvm::SmallVector<Refusal, 2> refusals;
};

} // namespace enzyme
#endif
