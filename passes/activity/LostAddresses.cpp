//===- LostAddresses.cpp - addresses that come from nowhere ---------------===//
//
// Problem: a pointer is made of an integer, and nothing tells which address that integer was
// made of: it was put together from two words, loaded from a table of integers, passed in a way
// that is not followed. Where it leads, active values may lie, and it has no shadow.
//
// Here: such pointers are found, unless nothing but integers is read and written through them; and
// addresses that are handed to functions, or returned, as the bits of a floating-point value:
// the receiver makes a pointer of a number, whose shadow is unknown.
//===----------------------------------------------------------------------===//
#include "activity/ActivityAnalysis.h"
#include "limits/activity.h"
#include "rules/Facts.h"
#include "support/Mutation.h"
#include "types/Moves.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

/// Is an address among what the integer is made of, as far as types were followed? Beyond some
/// values none is known.
bool ActivityAnalysis::isMadeOfAddress(const Value &integer) const {
  SmallSetVector<const Value *, 8> work;
  work.insert(&integer);
  for (unsigned i = 0; i != work.size() && i < limits::valuesOfLostAddress; ++i) {
    const auto *made = dyn_cast<Instruction>(work[i]);
    if (isa<Constant>(work[i]) || !types.carriesPointer(*work[i]))
      continue;
    if (!made || isa<PtrToIntInst, LoadInst, CallBase>(made))
      return true;
    for (const Value *operand : made->operand_values())
      work.insert(operand);
  }
  return false;
}

/// May floats, or memory of unknown contents, be read or written through `pointer`?
bool ActivityAnalysis::mayReachFloats(const Value &pointer) const {
  SmallSetVector<const Value *, 8> work;
  work.insert(&pointer);
  auto isHarmless = [&](const Use &use) {
    const User *user = use.getUser();
    if (isa<GetElementPtrInst>(user) || choosesOnly(*user))
      return work.insert(user), true;
    if (const auto *call = dyn_cast<CallBase>(user))
      return call->isCallee(&use) || deallocatorFact(*call).has_value();
    bool isAccess = isa<LoadInst>(user) || (isa<StoreInst>(user) && use.getOperandNo() == 1);
    if (!isAccess)
      return isa<ICmpInst, PtrToIntInst>(user);
    Layout layout = types.accessed(*cast<Instruction>(user));
    return layout.known && !layout.hasFloats() && !layout.hasPointers();
  };
  for (unsigned i = 0; i != work.size(); ++i)
    if (i >= limits::valuesOfLostAddress || !all_of(work[i]->uses(), isHarmless))
      return true;
  return false;
}

bool ActivityAnalysis::isLost(const Value &integer) const {
  if (isa<Constant>(integer))
    return false;
  ObjectSet objects = points.of(integer);
  objects.reset(unsigned(World::Neutral));
  return (objects.empty() || !isMadeOfAddress(integer)) && !mutation::breaks("lost-address");
}

/// Is the number handed to a function, or returned, by itself or by another choice?
static bool leavesAsNumber(const Value &number) {
  SmallSetVector<const Value *, 8> work;
  work.insert(&number);
  for (unsigned i = 0; i != work.size(); ++i)
    for (const Use &use : work[i]->uses()) {
      const User *user = use.getUser();
      const auto *call = dyn_cast<CallBase>(user);
      bool isHandedOn = call && call->isArgOperand(&use) && !isa<IntrinsicInst>(call);
      if (isHandedOn || isa<ReturnInst>(user) || i >= limits::valuesOfLostAddress)
        return true;
      if (choosesOnly(*user) || isa<InsertValueInst>(user))
        work.insert(user);
    }
  return false;
}

/// Is the integer an address, or made of one? (Types call it a number, for what becomes of it.)
bool ActivityAnalysis::hasAddress(const Value &integer) const {
  SmallSetVector<const Value *, 8> work;
  work.insert(&integer);
  for (unsigned i = 0; i != work.size() && i < limits::valuesOfLostAddress; ++i) {
    const auto *made = dyn_cast<Instruction>(work[i]);
    if (made && (isa<PtrToIntInst>(made) || types.carriesPointer(*made)))
      return true;
    if (made && (choosesOnly(*made) || isa<BinaryOperator>(made)))
      work.insert_range(made->operand_values());
  }
  return work.size() > limits::valuesOfLostAddress; // not all was looked at
}

/// Are these the bits of an address that has a shadow, which leave as those of a number?
bool ActivityAnalysis::isMadeNumber(const BitCastInst &cast) const {
  const Value &bits = *cast.getOperand(0);
  return cast.getType()->isFPOrFPVectorTy() && bits.getType()->isIntOrIntVectorTy() &&
         hasAddress(bits) && anyIn(points.of(bits), shadowed) && leavesAsNumber(cast);
}

/// Sizes are no addresses, though one value may stand for both: in Rust the error of an allocation
/// has its size where success has the address.
static bool takesSizes(const CallBase &call) {
  return allocatorFact(call) || deallocatorFact(call);
}

void ActivityAnalysis::findLostAddresses() {
  for (const Instruction &at : instructions(function)) {
    if (isa<IntToPtrInst>(at) && isLost(*at.getOperand(0)) && mayReachFloats(at))
      results.lost.push_back(&at);
    if (const auto *cast = dyn_cast<BitCastInst>(&at); cast && isMadeNumber(*cast))
      results.lost.push_back(&at);
    const auto *call = dyn_cast<CallBase>(&at);
    if (!call || isa<IntrinsicInst>(call) || takesSizes(*call))
      continue;
    bool isHandedOne = any_of(call->args(), [&](const Use &argument) {
      return argument->getType()->isIntegerTy() && types.carriesPointer(*argument) &&
             isLost(*argument);
    });
    if (isHandedOne)
      results.lost.push_back(call);
  }
}

} // namespace enzyme
