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

/// What the integer is that a function is given in all calls in sight, or returns.
static void addSources(const Value &value, ValuesSeen &sources) {
  if (const auto *parameter = dyn_cast<Argument>(&value)) {
    for (const User *user : parameter->getParent()->users())
      if (const auto *call = dyn_cast<CallBase>(user);
          call && call->getCalledFunction() == parameter->getParent())
        sources.insert(call->getArgOperand(parameter->getArgNo()));
  } else if (const auto *call = dyn_cast<CallBase>(&value)) {
    for (const BasicBlock &block : *call->getCalledFunction())
      if (const auto *end = dyn_cast<ReturnInst>(block.getTerminator()))
        sources.insert(end->getReturnValue());
  }
}

/// `seen`: all that is made of numbers' bits. What only chooses or masks them moves none.
/// `given`: what is known of parameters and of what calls return; null: functions are looked at.
static bool keepsPlaces(const Value &word, const ValuesSeen &seen,
                        function_ref<bool(const Value &)> given) {
  ValuesSeen made;
  made.insert(&word);
  for (unsigned i = 0; i != made.size(); ++i) {
    const auto *at = dyn_cast<Instruction>(made[i]);
    if (!seen.contains(made[i]) || (at && isOfBits(*at)))
      continue;
    if (made.size() > limits::usesOfPart)
      return false;
    const auto *call = dyn_cast_or_null<CallBase>(at);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    bool isMask = at && (at->getOpcode() == Instruction::And || at->getOpcode() == Instruction::Or);
    if (isMask || isa<PHINode, SelectInst, FreezeInst>(made[i]))
      made.insert_range(at->operand_values());
    else if (!isa<Argument>(made[i]) && (!callee || callee->isDeclaration()))
      return false;
    else if (!given)
      addSources(*made[i], made);
    else if (!given(*made[i]))
      return false;
  }
  return true;
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
      given.try_emplace(call->getCalledFunction(), keepsPlaces(*value, seen, nullptr));
    else if (isa<Argument>(value))
      given.try_emplace(value, keepsPlaces(*value, seen, nullptr));
}

SmallVector<StoredPart, 2> StoredBits::in(const Function &function) const {
  const Function *original = originalOf(function);
  ValuesSeen seen;
  auto known = [&](const Value &value) -> const Value * {
    const auto *parameter = dyn_cast<Argument>(&value);
    const auto *call = dyn_cast<CallBase>(&value);
    if (call)
      return call->getCalledFunction();
    return parameter && original ? original->getArg(parameter->getArgNo()) : nullptr;
  };
  for (const Argument &parameter : function.args())
    if (original && given.contains(known(parameter)))
      seen.insert(&parameter);
  for (const Instruction &at : instructions(function)) {
    const auto *call = dyn_cast<CallBase>(&at);
    if (isOfBits(at) || (call && call->getType()->isIntOrIntVectorTy() &&
                         call->getCalledFunction() && given.contains(call->getCalledFunction())))
      seen.insert(&at);
  }
  SmallVector<StoredPart, 2> parts;
  for (const StoreInst *store : follow(seen))
    if (store->getFunction() == &function)
      parts.push_back({store, keepsPlaces(*store->getValueOperand(), seen, [&](const Value &value) {
                         return given.lookup(known(value));
                       })});
  return parts;
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
