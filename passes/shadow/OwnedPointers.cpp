//===- OwnedPointers.cpp - objects whose memory the C++ library changes -----===//
//
// Problem: a string is a member of an object that has a shadow. What is inlined of the
// string works on the shadow too, and leaves the address of the shadow's own characters
// there; what lies precompiled in the library makes the string grow, and knows nothing of
// the shadow. A destructor that is inlined would then free what was never allocated.
//
// Here: after such a call the shadow's word is that of the primal, which everywhere
// means: not active. Characters of the shadow's own are freed: in reverse mode when the derivative
// ends, since the reverse sweep may look at them.
//===----------------------------------------------------------------------===//
#include "rules/Facts.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowBuilder.h"
#include "support/Mutation.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {

static Value *wordOf(IRBuilderBase &builder, Value *address, uint64_t offset) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, offset);
}

/// Ahead of the call: what the shadow's word leads to if that is memory of its own, else null.
static Value *ownMemory(IRBuilderBase &builder, Value *object, Value *shadow,
                        const OwnedPointer &owned) {
  Value *memory = builder.CreateLoad(builder.getPtrTy(), wordOf(builder, object, owned.offset));
  Value *own = builder.CreateLoad(builder.getPtrTy(), wordOf(builder, shadow, owned.offset));
  Value *isShared = builder.CreateICmpEQ(own, memory);
  Value *isWithin = builder.CreateICmpEQ(own, wordOf(builder, shadow, owned.room));
  return builder.CreateSelect(builder.CreateOr(isShared, isWithin),
                              ConstantPointerNull::get(builder.getPtrTy()), own, "own");
}

void ShadowBuilder::followOwnedPointers(CallBase &prepared) {
  auto *copy = cast<CallBase>(copyOf(prepared));
  for (OwnedPointer owned : ownedPointers(prepared)) {
    Value *object = copy->getArgOperand(owned.argument);
    if (!needsShadow(object) || mutation::breaks("shadow.owned"))
      continue;
    IRBuilder<> before(copy), builder(afterDefinition(*copy));
    SmallVector<Value *, 4> released;
    if (owned.room)
      eachLane([&] { released.push_back(ownMemory(before, object, shadowOf(object), owned)); });
    Value *memory =
        builder.CreateLoad(builder.getPtrTy(), wordOf(builder, object, owned.offset), "owned");
    eachLane([&] { builder.CreateStore(memory, wordOf(builder, shadowOf(object), owned.offset)); });
    FunctionCallee release = releaseOfOwned(*out.function->getParent());
    out.usesTape |= isReverse() && !released.empty();
    for (Value *own : released)
      if (isReverse())
        RuntimeCalls(*out.function->getParent()).defer(builder, own, release.getCallee(), {});
      else
        builder.CreateCall(release, own);
  }
}

} // namespace enzyme
