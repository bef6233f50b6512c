//===- Locks.cpp ----------------------------------------------------------===//
#include "pipeline/Locks.h"
#include "request/Vocabulary.h"
#include "support/Analyses.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace enzyme {
namespace {

/// An exchange of constants, of which the thread wants to know whether it was made.
bool isTry(const Instruction &at) {
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&at))
    return !exchange->use_empty() && isa<ConstantInt>(exchange->getCompareOperand()) &&
           isa<ConstantInt>(exchange->getNewValOperand());
  auto *update = dyn_cast<AtomicRMWInst>(&at);
  return update && !update->use_empty() && update->getOperation() == AtomicRMWInst::Xchg &&
         isa<ConstantInt>(update->getValOperand());
}

/// Reads an integer that others may have written; also by atomicAdd(place, 0).
bool isLook(const Instruction &at) {
  if (auto *load = dyn_cast<LoadInst>(&at))
    return load->getType()->isIntegerTy() && (load->isAtomic() || load->isVolatile());
  auto *update = dyn_cast<AtomicRMWInst>(&at);
  bool leaves = update && (update->getOperation() == AtomicRMWInst::Add ||
                           update->getOperation() == AtomicRMWInst::Or);
  return leaves && match(update->getValOperand(), PatternMatch::m_Zero());
}

/// Keeps something for the reverse sweep.
bool keeps(const Instruction &at) {
  if (auto *call = dyn_cast<CallBase>(&at))
    return call->getCalledFunction() &&
           call->getCalledFunction()->getName().starts_with(runtimePrefix);
  auto *store = dyn_cast<StoreInst>(&at);
  return store && isa<AllocaInst, CallBase>(getUnderlyingObject(store->getPointerOperand()));
}

bool doesNothingElse(const Loop &loop, const Instruction &look) {
  return all_of(loop.blocks(), [&](const BasicBlock *block) {
    return all_of(*block, [&](const Instruction &at) {
      return &at == &look || !at.mayWriteToMemory() || isa<FenceInst>(at) || keeps(at);
    });
  });
}

} // namespace

bool waitsInMemory(Function &derivative) {
  auto mayBeOfWait = [](const Instruction &at) { return isTry(at) || isLook(at); };
  if (none_of(instructions(derivative), mayBeOfWait))
    return false;
  Analyses analyses(derivative);
  return any_of(instructions(derivative), [&](const Instruction &at) {
    const Loop *loop = mayBeOfWait(at) ? analyses.loopInfo().getLoopFor(at.getParent()) : nullptr;
    return loop && loop->isLoopInvariant(at.getOperand(0)) && // the place
           (isTry(at) || doesNothingElse(*loop, at));
  });
}

} // namespace enzyme
