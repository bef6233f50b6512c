//===- Steps.cpp - tells which tangent the floats of each line have ----------===//
//
// Problem: a derivative is wrong, and the question is at which line it first is.
//
// Here: behind each instruction that yields floats the runtime is told its line, the number
// and the tangent. It listens only while a derivative that was found wrong is looked into
// (runtime/oracle/steps.c): there the numbers say which of the derivative's steps is which
// of ours, whatever the compiler did to the code.
//===----------------------------------------------------------------------===//
#include "oracle/Frame.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace enzyme::oracle {
namespace {

/// Behind the instruction and its shadow; null where the block ends before.
Instruction *behindBoth(Instruction &instruction, Value *shadow) {
  auto *made = dyn_cast<Instruction>(shadow);
  bool isHere = made && made->getParent() == instruction.getParent();
  // A call's lies where the callee's answer was judged.
  bool isLater = isHere ? instruction.comesBefore(made) : made && isa<CallBase>(instruction);
  if (isa<InvokeInst>(instruction) && !isLater)
    return nullptr;
  return isLater ? made->getNextNode() : instruction.getNextNode();
}

Value *asDouble(IRBuilder<> &builder, Value *number) {
  return builder.CreateFPCast(number, builder.getDoubleTy());
}

} // namespace

void tellOfStep(Frame &frame, Instruction &instruction) {
  Type *type = instruction.getType();
  const DebugLoc &where = instruction.getDebugLoc();
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (!type->isFPOrFPVectorTy() || (type->isVectorTy() && !vector) || !where || !where->getLine())
    return;
  Value *shadow = frame.of(&instruction);
  Instruction *next = behindBoth(instruction, shadow);
  if (!next)
    return;
  IRBuilder<> builder(next);
  for (unsigned lane = 0, end = vector ? vector->getNumElements() : 1; lane != end; ++lane) {
    auto part = [&](Value *whole) {
      return asDouble(builder, vector ? builder.CreateExtractElement(whole, lane) : whole);
    };
    builder.CreateCall(frame.runtime.step,
                       {frame.lineOf(instruction), part(&instruction), part(shadow)});
  }
}

} // namespace enzyme::oracle
