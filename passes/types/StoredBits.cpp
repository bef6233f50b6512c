//===- StoredBits.cpp -------------------------------------------------------===//
#include "types/StoredBits.h"
#include "limits/types.h"
#include "support/BitOrigins.h"
#include "types/BeyondCalls.h"
#include "types/Evidence.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

static bool isOfBits(const Instruction &at) {
  return isa<BitCastInst>(at) && at.getType()->isIntOrIntVectorTy() &&
         at.getOperand(0)->getType()->isFPOrFPVectorTy();
}

static bool isIntegerOperation(const User &user) {
  return user.getType()->isIntOrIntVectorTy() &&
         isa<BinaryOperator, CastInst, PHINode, SelectInst, FreezeInst, IntrinsicInst>(user);
}

/// Adds what integers are made of those that were seen, and where functions are given them;
/// returns where they are stored.
static SmallVector<const StoreInst *, 2> follow(ValuesSeen &seen) {
  SmallVector<const StoreInst *, 2> stores;
  for (unsigned i = 0; i != seen.size(); ++i)
    for (const Use &use : seen[i]->uses()) {
      auto *user = dyn_cast<Instruction>(use.getUser());
      const auto *store = dyn_cast_or_null<StoreInst>(user);
      if (store && store->getValueOperand() == seen[i] && seen[i]->getType()->isIntegerTy())
        stores.push_back(store);
      else if (user && isIntegerOperation(*user)) {
        if (!isOfExponents(*user))
          seen.insert(user);
      } else if (user)
        addGoals(use, seen);
    }
  return stores;
}

StoredBits::StoredBits(const Module &module) {
  ValuesSeen seen;
  for (const Function &function : module)
    for (const Instruction &at : instructions(function))
      if (isOfBits(at))
        seen.insert(&at);
  isStored = !follow(seen).empty();
  for (const Value *value : seen)
    if (const auto *call = dyn_cast<CallBase>(value))
      given.insert(call->getCalledFunction());
    else if (isa<Argument>(value))
      given.insert(value);
}

SmallVector<const StoreInst *, 2> StoredBits::in(const Function &function) const {
  const Function *original = originalOf(function);
  ValuesSeen seen;
  for (const Argument &parameter : function.args())
    if (original && given.contains(original->getArg(parameter.getArgNo())))
      seen.insert(&parameter);
  for (const Instruction &at : instructions(function)) {
    const auto *call = dyn_cast<CallBase>(&at);
    if (isOfBits(at) || (call && call->getType()->isIntOrIntVectorTy() &&
                         call->getCalledFunction() && given.contains(call->getCalledFunction())))
      seen.insert(&at);
  }
  SmallVector<const StoreInst *, 2> stores = follow(seen);
  erase_if(stores, [&](const StoreInst *store) { return store->getFunction() != &function; });
  return stores;
}

bool makesNumber(const LoadInst &load) {
  ValuesSeen seen;
  seen.insert(&load);
  for (unsigned i = 0; i != seen.size(); ++i)
    for (const Use &use : seen[i]->uses()) {
      const auto *user = dyn_cast<Instruction>(use.getUser());
      bool isNumber = user && (isa<SIToFPInst, UIToFPInst>(user) ||
                               (isa<BitCastInst>(user) && user->getType()->isFPOrFPVectorTy()));
      if (isNumber || seen.size() > limits::usesOfPart)
        return true;
      if (user && isIntegerOperation(*user))
        seen.insert(user);
      else if (user)
        addGoals(use, seen);
    }
  return false;
}

} // namespace enzyme
