//===- NoteLines.cpp -------------------------------------------------------===//
#include "emit/NoteLines.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Choices are not numbers of their own, and stand at no line of the source.
bool isNumberOfALine(const Instruction &written) {
  auto *vector = dyn_cast<FixedVectorType>(written.getType());
  return written.getType()->isFPOrFPVectorTy() && (vector || !written.getType()->isVectorTy()) &&
         !isa<PHINode, SelectInst>(written) && written.getDebugLoc() &&
         written.getDebugLoc()->getLine() != 0;
}

void note(Instruction &copy, Value &tangent, const Position &where) {
  auto *made = dyn_cast<Instruction>(&tangent);
  bool isLater = made && made->getParent() == copy.getParent() && copy.comesBefore(made);
  IRBuilder<> builder(afterDefinition(isLater ? *made : copy));
  RuntimeCalls runtime(*copy.getModule());
  auto *vector = dyn_cast<FixedVectorType>(copy.getType());
  for (unsigned lane = 0; lane != (vector ? vector->getNumElements() : 1); ++lane) {
    auto part = [&](Value &whole) {
      Value *number = vector ? builder.CreateExtractElement(&whole, lane) : &whole;
      return builder.CreateFPCast(number, builder.getDoubleTy());
    };
    runtime.checkLine(builder, where, part(copy), part(tangent));
  }
}

} // namespace

void noteLines(const ShadowedPrimal &primal, const Push &push) {
  SmallVector<std::pair<Instruction *, const Instruction *>> numbers;
  for (Instruction &copy : instructions(*primal.function)) {
    auto *written = dyn_cast_or_null<Instruction>(primal.origin(&copy));
    if (written && isNumberOfALine(*written) && copy.getType() == written->getType())
      numbers.push_back({&copy, written});
  }
  for (auto [copy, written] : numbers)
    note(*copy, *push.tangent(copy), Position::of(*written));
}

} // namespace enzyme
