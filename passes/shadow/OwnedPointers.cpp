//===- OwnedPointers.cpp - objects whose memory the C++ library changes -----===//
//
// Problem: a string is a member of an object that has a shadow. What is inlined of the
// string works on the shadow too, and leaves the address of the shadow's own characters
// there; what lies precompiled in the library makes the string grow, and knows nothing of
// the shadow. A destructor that is inlined would then free what was never allocated.
//
// Here: after such a call the shadow's word is that of the primal, which everywhere
// means: not active.
//===----------------------------------------------------------------------===//
#include "rules/Facts.h"
#include "shadow/ShadowBuilder.h"
#include "support/Mutation.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {

void ShadowBuilder::followOwnedPointers(CallBase &prepared) {
  auto *copy = cast<CallBase>(copyOf(prepared));
  for (OwnedPointer owned : ownedPointers(prepared)) {
    Value *object = copy->getArgOperand(owned.argument);
    if (!needsShadow(object) || mutation::breaks("shadow.owned"))
      continue;
    IRBuilder<> builder(afterDefinition(*copy));
    auto wordOf = [&](Value *address) {
      return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, owned.offset);
    };
    Value *memory = builder.CreateLoad(builder.getPtrTy(), wordOf(object), "owned");
    eachLane([&] { builder.CreateStore(memory, wordOf(shadowOf(object))); });
  }
}

} // namespace enzyme
