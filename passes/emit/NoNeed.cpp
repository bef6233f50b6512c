//===- NoNeed.cpp - primal results that nobody wants ----------------------===//
#include "emit/NoNeed.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

/// The prepared function's writes through `pointer`; false if it does anything else
/// with it than write and compute addresses.
static bool collectWrites(const Value &pointer, SmallVectorImpl<const Instruction *> &writes) {
  for (const User *user : pointer.users()) {
    if (auto *store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() == &pointer || !store->isSimple())
        return false;
      writes.push_back(store);
    } else if (auto *bytes = dyn_cast<MemIntrinsic>(user)) {
      auto *transfer = dyn_cast<MemTransferInst>(bytes);
      if (bytes->isVolatile() || (transfer && transfer->getRawSource() == &pointer))
        return false;
      writes.push_back(bytes);
    } else if (!isa<GetElementPtrInst>(user) || !collectWrites(*user, writes)) {
      return false;
    }
  }
  return true;
}

void dropUnwantedStores(ShadowedPrimal &primal) {
  for (const Argument &parameter : primal.prepared->args()) {
    SmallVector<const Instruction *, 8> writes;
    bool isUnwanted = primal.key.arguments[parameter.getArgNo()] == Activity::DupNoNeed &&
                      parameter.getType()->isPointerTy();
    if (!isUnwanted || !collectWrites(parameter, writes))
      continue;
    for (const Instruction *write : writes)
      if (Value *copy = primal.copies->lookup(write))
        cast<Instruction>(copy)->eraseFromParent();
  }
}

} // namespace enzyme
