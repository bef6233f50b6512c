//===- HandedBits.cpp ------------------------------------------------------===//
#include "activity/HandedBits.h"
#include "limits/activity.h"
#include "support/Mutation.h"
#include "types/EvidenceStore.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace enzyme {
namespace {

/// A word that is handed on in memory (bits/WordsInMemory.h).
bool isRoomOfBytes(const Value &object) {
  const auto *room = dyn_cast<AllocaInst>(&object);
  return room && room->getAllocatedType()->isArrayTy() &&
         room->getAllocatedType()->getArrayElementType()->isIntegerTy(8) &&
         room->getAllocatedType()->getArrayNumElements() <= 16;
}

/// Does a function, or one that it calls, store the integer, or one made of it, where numbers may
/// lie?
bool storesAmongNumbers(const Argument &parameter, EvidenceStore *others) {
  SmallSetVector<const Value *, 8> seen;
  DenseMap<const Function *, TypeResults> types;
  seen.insert(&parameter);
  auto isAmongNumbers = [&](const StoreInst &store) {
    auto *function = const_cast<Function *>(store.getFunction()); // asked, not changed
    auto known = types.find(function);
    if (known == types.end())
      known = types.try_emplace(function, analyseTypes(*function, others)).first;
    Layout touched = known->second.accessed(store);
    bool isOnItsWay = isRoomOfBytes(*getUnderlyingObject(store.getPointerOperand()));
    return isOnItsWay || !touched.known || touched.hasFloats() ||
           known->second.isWhereNumbersLie(store);
  };
  for (unsigned i = 0; i != seen.size() && i != limits::usesOfHandedBits; ++i) {
    const Value *value = seen[i];
    for (const Use &use : value->uses()) {
      const User *user = use.getUser();
      if (isa<BinaryOperator, CastInst, PHINode, SelectInst, FreezeInst>(user))
        seen.insert(user);
      if (const auto *call = dyn_cast<CallBase>(user); call && call->isArgOperand(&use)) {
        const Function *callee = call->getCalledFunction();
        unsigned index = call->getArgOperandNo(&use);
        if (callee && !callee->isDeclaration() && index < callee->arg_size())
          seen.insert(callee->getArg(index));
        if (call->getType()->isIntOrIntVectorTy())
          seen.insert(call);
      }
      const auto *store = dyn_cast<StoreInst>(user);
      if (store && store->getValueOperand() == value && isAmongNumbers(*store))
        return true;
    }
  }
  return seen.size() > limits::usesOfHandedBits; // not all was looked at
}

} // namespace

std::vector<bool> bitsHandedOn(const CallBase &call, ArrayRef<Activity> arguments,
                               const ActivityResults &activity, EvidenceStore *others) {
  std::vector<bool> ofBits;
  const auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  if (!callee || callee->isDeclaration() || callee->arg_size() != call.arg_size())
    return ofBits;
  EvidenceStore::Unchanged unchanged(others);
  for (const Use &argument : call.args()) {
    unsigned index = call.getArgOperandNo(&argument);
    if (arguments[index] != Activity::Const || !argument->getType()->isIntegerTy() ||
        !activity.mayHideFloats(*argument) || !storesAmongNumbers(*callee->getArg(index), others) ||
        mutation::breaks("bits.handed-on", call))
      continue;
    ofBits.resize(call.arg_size());
    ofBits[index] = true;
  }
  return ofBits;
}

} // namespace enzyme
