//===- BorrowLines.cpp - lines for requests compiled without -g ------------===//
#include "frontend/BorrowLines.h"
#include "request/Vocabulary.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isWordLike(StringRef name) { return name.contains("__enzyme_"); }

/// The function that an instruction calls or mentions, if a message may be about
/// it: any direct call, or a word used other than by calling it.
const Function *subjectOf(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallBase>(&instruction))
    if (const Function *callee = call->getCalledFunction())
      return callee->isIntrinsic() ? nullptr : callee;
  for (const Value *operand : instruction.operand_values())
    if (auto *function = dyn_cast<Function>(operand); function && isWordLike(function->getName()))
      return function;
  return nullptr;
}

/// The instructions of a function that a message may be about, in order.
template <class FunctionType, class InstructionType>
std::vector<InstructionType *> subjectsIn(FunctionType &function) {
  std::vector<InstructionType *> found;
  for (auto &instruction : instructions(function))
    if (subjectOf(instruction))
      found.push_back(&instruction);
  return found;
}

/// The function of the pristine module with the body of `function`: with lines, clang puts that of
/// a parallel region into one of its own, and calls it from the region.
const Function *sameIn(const Module &pristine, const Function &function) {
  const Function *region = pristine.getFunction((function.getName() + "_debug__").str());
  return region ? region : pristine.getFunction(function.getName());
}

} // namespace

BorrowedLines::BorrowedLines(Module &module, const Module *pristine) {
  if (!pristine)
    return;
  for (Function &function : module) {
    const Function *same = sameIn(*pristine, function);
    if (function.isDeclaration() || function.getSubprogram() || !same)
      continue;
    auto borrowing = subjectsIn<Function, Instruction>(function);
    auto lending = subjectsIn<const Function, const Instruction>(*same);
    if (borrowing.size() != lending.size())
      continue;
    for (auto [borrower, lender] : zip_equal(borrowing, lending)) {
      if (subjectOf(*borrower)->getName() != subjectOf(*lender)->getName())
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
