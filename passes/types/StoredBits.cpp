//===- StoredBits.cpp -------------------------------------------------------===//
#include "types/StoredBits.h"
#include "limits/types.h"
#include "support/BitOrigins.h"
#include "support/Origins.h"
#include "types/BeyondCalls.h"
#include "types/DeclaredTypes.h"
#include "types/Evidence.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

/// Does the address look like that of numbers: of an array of them, or of a variable, or because
/// they are loaded or stored there, too?
static bool looksLikeNumbers(const Value &pointer) {
  auto isOfNumbers = [](const Type *type) {
    while (type->isArrayTy())
      type = type->getArrayElementType();
    return type->isFPOrFPVectorTy();
  };
  if (const auto *gep = dyn_cast<GEPOperator>(&pointer);
      gep && isOfNumbers(gep->getSourceElementType()))
    return true;
  if (const auto *room = dyn_cast<AllocaInst>(&pointer);
      room && isOfNumbers(room->getAllocatedType()))
    return true;
  return pointer.hasUseList() && any_of(pointer.users(), [](const User *user) {
           return isa<LoadInst, StoreInst>(user) && getLoadStoreType(user)->isFPOrFPVectorTy();
         });
}

/// The bits of a number; or what is loaded as a word where numbers seem to lie. (Of `memcpy(&word,
/// &number, 8)` LLVM leaves no cast.)
static bool isOfBits(const Instruction &at) {
  if (isa<BitCastInst>(at))
    return at.getType()->isIntOrIntVectorTy() && at.getOperand(0)->getType()->isFPOrFPVectorTy();
  const auto *load = dyn_cast<LoadInst>(&at);
  if (!load || !(at.getType()->isIntegerTy(64) || at.getType()->isIntegerTy(32)) ||
      none_of(at.users(), IsaPred<BinaryOperator>))
    return false;
  auto tag = readTbaa(at).access;
  return tag ? tag->kind == Kind::Float : looksLikeNumbers(*load->getPointerOperand());
}

static bool isIntegerOperation(const User &user) {
  return user.getType()->isIntOrIntVectorTy() &&
         isa<BinaryOperator, CastInst, PHINode, SelectInst, FreezeInst, IntrinsicInst>(user);
}

/// Nothing but the exponent and the sign of the number that may lie where the word was loaded.
static bool leavesExponent(const Instruction &user, const Value &word) {
  const auto *made = isa<LoadInst>(word) ? dyn_cast<BinaryOperator>(&user) : nullptr;
  const auto *by = made ? dyn_cast<ConstantInt>(made->getOperand(1)) : nullptr;
  if (!by || made->getOperand(0) != &word)
    return false;
  unsigned significand = by->getBitWidth() == 64 ? 52 : 23;
  return made->getOpcode() == Instruction::And
             ? by->getValue().countr_zero() >= significand
             : (made->getOpcode() == Instruction::LShr || made->getOpcode() == Instruction::AShr) &&
                   by->getValue().uge(significand);
}

/// Adds what integers are made of those that were seen, and where functions are given them;
/// returns where they are stored.
static SmallVector<const StoreInst *, 2> follow(ValuesSeen &seen) {
  SmallVector<const StoreInst *, 2> stores;
  for (unsigned i = 0; i != seen.size(); ++i)
    for (const Use &use : seen[i]->uses()) {
      auto *user = dyn_cast<Instruction>(use.getUser());
      const auto *store = dyn_cast_or_null<StoreInst>(user);
      if (store && store->getValueOperand() == seen[i] && seen[i]->getType()->isIntegerTy()) {
        if (!isa<LoadInst>(seen[i])) // else it is only moved
          stores.push_back(store);
      } else if (user && isIntegerOperation(*user)) {
        if (!isOfExponents(*user) && !leavesExponent(*user, *seen[i]))
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

/// By the program's own types.
static bool isStoredAsNumber(const Use &use) {
  const auto *store = dyn_cast<StoreInst>(use.getUser());
  auto tag = store && use.getOperandNo() == 0 ? readTbaa(*store).access : std::nullopt;
  return tag && tag->kind == Kind::Float;
}

bool makesNumber(const LoadInst &load) {
  ValuesSeen seen;
  seen.insert(&load);
  for (unsigned i = 0; i != seen.size(); ++i)
    for (const Use &use : seen[i]->uses()) {
      const auto *user = dyn_cast<Instruction>(use.getUser());
      bool isNumber = user && (isa<SIToFPInst, UIToFPInst>(user) || isStoredAsNumber(use) ||
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
