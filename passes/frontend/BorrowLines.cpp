//===- BorrowLines.cpp - lines for requests compiled without -g ------------===//
#include "frontend/BorrowLines.h"
#include "frontend/Workshop.h"
#include "request/Vocabulary.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The request calls of a function, in order.
template <class FunctionType, class CallType>
std::vector<CallType *> requestsIn(FunctionType &function) {
  std::vector<CallType *> calls;
  for (auto &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (const Function *callee = call->getCalledFunction())
        if (callee->isDeclaration() && familyOf(callee->getName()))
          calls.push_back(call);
  return calls;
}

} // namespace

BorrowedLines::BorrowedLines(Module &module) {
  std::unique_ptr<Module> pristine = readPristine(module);
  if (!pristine)
    return;
  for (Function &function : module) {
    const Function *same = pristine->getFunction(function.getName());
    if (function.isDeclaration() || function.getSubprogram() || !same)
      continue;
    auto borrowing = requestsIn<Function, CallBase>(function);
    auto lending = requestsIn<const Function, const CallBase>(*same);
    if (borrowing.size() != lending.size())
      continue;
    for (auto [borrower, lender] : zip_equal(borrowing, lending)) {
      if (borrower->getCalledFunction()->getName() !=
          lender->getCalledFunction()->getName())
        break;
      borrower->setDebugLoc(lender->getDebugLoc());
      borrowers.push_back(borrower);
    }
  }
}

BorrowedLines::~BorrowedLines() {
  for (WeakTrackingVH &borrower : borrowers)
    if (auto *instruction = dyn_cast_or_null<Instruction>(borrower))
      instruction->setDebugLoc(DebugLoc());
}

} // namespace enzyme
