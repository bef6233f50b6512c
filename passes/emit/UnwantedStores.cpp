//===- UnwantedStores.cpp - primal results that are not wanted --------------------===//
#include "emit/UnwantedStores.h"
#include "memory/Writes.h"
#include "regions/Iterations.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {

/// Where the memory behind the parameter is scratch and nothing reads there, what is written there
/// is not wanted. Reads for what has been dropped before go first.
static void dropUnreadStores(Argument &parameter) {
  SmallVector<Value *, 8> pending{&parameter};
  SmallVector<Instruction *, 8> writes;
  SmallVector<WeakTrackingVH, 8> reads;
  while (!pending.empty()) {
    Value *pointer = pending.pop_back_val();
    for (User *user : pointer->users()) {
      auto *at = cast<Instruction>(user);
      auto *store = dyn_cast<StoreInst>(at);
      if (isa<GetElementPtrInst>(at) && !at->getType()->isVectorTy())
        pending.push_back(at);
      else if (isa<LoadInst>(at))
        reads.push_back(at);
      else if ((store && store->getValueOperand() != pointer) || isa<MemSetInst>(at))
        writes.push_back(at);
      else
        return;
    }
  }
  SmallVector<WeakTrackingVH, 8> unused(reads); // the list is used up
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
  if (any_of(reads, [](const WeakTrackingVH &read) { return read.pointsToAliveValue(); }))
    return;
  for (Instruction *write : writes)
    write->eraseFromParent();
}

/// What a second run leaves in scratch.
static void dropScratch(ShadowedPrimal &primal) {
  for (const Argument &parameter : primal.prepared->args())
    if (primal.key.runsAgain && parameter.hasAttribute(scratchAttribute))
      if (auto *copy = dyn_cast_or_null<Argument>(primal.copies->lookup(&parameter)))
        dropUnreadStores(*copy);
}

void dropUnwantedStores(ShadowedPrimal &primal) {
  for (const Argument &parameter : primal.prepared->args()) {
    if (primal.key.runsAgain && parameter.hasAttribute(copiedAttribute))
      for (const StoreInst *store : lastWrites(parameter))
        if (Value *copy = primal.copies->lookup(store))
          cast<Instruction>(copy)->eraseFromParent();
    SmallVector<const Instruction *, 8> writes;
    bool isUnwanted = (primal.key.arguments[parameter.getArgNo()] == Activity::DupNoNeed ||
                       (primal.key.runsAgain && parameter.hasAttribute(writtenOnceAttribute))) &&
                      parameter.getType()->isPointerTy();
    if (!isUnwanted || !collectWritesThrough(parameter, writes))
      continue;
    for (const Instruction *write : writes)
      if (Value *copy = primal.copies->lookup(write))
        cast<Instruction>(copy)->eraseFromParent();
  }
  dropScratch(primal);
}

} // namespace enzyme
