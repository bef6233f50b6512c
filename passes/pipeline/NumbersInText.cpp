//===- NumbersInText.cpp - numbers that are kept in strings ----------------===//
//
// Problem: a function that puts the bytes of numbers into a std::string whose members only the
// library has: what is read from there has no derivative, without a word.
//
// Here: a warning at the member's call, once (types/NumbersInText.cpp finds them).
//===----------------------------------------------------------------------===//
#include "types/NumbersInText.h"
#include "pipeline/Derivatives.h"

using namespace llvm;

namespace enzyme {

void Derivatives::warnOfNumbersInText(Function &primal, Function &form) {
  if (!isRead.insert(&primal).second)
    return;
  for (const CallBase *call : textsOfNumbers(form))
    context.diagnostics.warn(
        refusalAt(*call, MessageId::NumbersInText, {readableName(*call->getCalledFunction())}));
}

} // namespace enzyme
