//===- Wrappers.cpp - requests whose function the callers know ------------===//
#include "request/Wrappers.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <cassert>

using namespace llvm;

namespace enzyme {

WrapperCopies::Copy &WrapperCopies::copyFor(const CallChain &chain) {
  assert(!chain.empty() && "a chain has at least the call of the wrapper");
  std::unique_ptr<Copy> &slot = copies[chain];
  if (slot)
    return *slot;
  // The call to redirect is in the outermost caller itself, or in the copy made
  // for the chain without its last call.
  CallBase *call = chain.back();
  if (chain.size() > 1) {
    CallChain shorter(chain.begin(), chain.end() - 1);
    call = cast<CallBase>(copyFor(shorter).map.lookup(call));
  }
  slot = std::make_unique<Copy>();
  slot->original = chain.back()->getCalledFunction();
  slot->function = CloneFunction(slot->original, slot->map);
  slot->function->setLinkage(GlobalValue::InternalLinkage);
  slot->function->setVisibility(GlobalValue::DefaultVisibility);
  slot->function->setComdat(nullptr);
  slot->function->setName(slot->original->getName() + ".enzyme");
  if (!slot->function->getSubprogram()) // lines may be lent for messages only
    for (Instruction &instruction : instructions(slot->function))
      instruction.setDebugLoc(DebugLoc());
  call->setCalledFunction(slot->function);
  return *slot;
}

CallBase *WrapperCopies::copyOf(const CallChain &chain, const CallBase &call) {
  return cast<CallBase>(copyFor(chain).map.lookup(&call));
}

void WrapperCopies::share(CallBase *call, const CallChain &chain) {
  call->setCalledFunction(copyFor(chain).function);
}

void WrapperCopies::followOriginals() {
  SmallPtrSet<const Function *, 8> wrappers;
  for (auto &[chain, copy] : copies)
    wrappers.insert(copy->original);
  for (auto &[chain, copy] : copies)
    for (auto entry : copy->map) {
      auto *original = dyn_cast<CallBase>(entry.first);
      Value *copied = entry.second;
      auto *call = dyn_cast_or_null<CallBase>(copied);
      if (original && call && wrappers.contains(call->getCalledFunction()))
        call->setCalledOperand(original->getCalledOperand());
    }
}

std::vector<Function *> eraseUnused(std::vector<Function *> candidates) {
  std::vector<Function *> erased;
  bool changed = true;
  while (changed) {
    changed = false;
    for (Function *&function : candidates) {
      if (!function || !function->isDefTriviallyDead())
        continue;
      erased.push_back(function);
      function->eraseFromParent();
      function = nullptr;
      changed = true;
    }
  }
  return erased;
}

} // namespace enzyme
