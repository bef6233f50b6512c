//===- VerifyActivity.cpp - is the answer of activity analysis sound? -----===//
//
//   1. An active value carries a float and has a reason.
//   2. An active result of an instruction that computes or routes has an active
//      operand; of a load, a pointer with a shadow. (Integers may share a place with
//      the bits of floats, and are taken for active then.)
//   3. A pointer with a shadow comes from one: by address arithmetic, merges, a load
//      through a pointer with a shadow, a call, a parameter or an allocation.
//   4. Nothing is lost on the way: a float that is made of an active one, or loaded from
//      where an active one is stored or copied, and that an active one is made of, is active.
//
// Checked by operands and uses alone, without the sets and formulas of the analysis.
//===----------------------------------------------------------------------===//
#include "activity/VerifyActivity.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {
namespace {

class Verifier {
public:
  Verifier(const TypeResults &types, const ActivityResults &activity)
      : types(types), activity(activity) {}

  /// Local variables in which active values are stored, or copied from others that have some.
  void readStores(const Function &function) {
    for (bool hasChanged = true; hasChanged;) {
      hasChanged = false;
      for (const Instruction &instruction : instructions(function))
        if (const Value *object = filledBy(instruction))
          hasChanged |= filled.insert(object).second;
    }
  }

  StringRef faultOf(const Instruction &instruction) const {
    if (isActive(instruction)) {
      if (!types.carriesFloat(instruction))
        return "active, but carries no float";
      if (activity.reason(instruction).empty())
        return "active without a reason";
      bool isRefused = isa<LoadInst>(instruction) && activity.mayHideFloats(instruction);
      if (!isInteger(instruction) && !isRefused && !hasActiveSource(instruction))
        return "active result without an active operand";
    }
    if (instruction.getType()->isPointerTy() && hasShadow(instruction) &&
        !hasShadowSource(instruction))
      return "a shadow pointer from nothing";
    return isLost(instruction) ? "inactive between active values" : "";
  }

private:
  bool isActive(const Value &value) const { return activity.isActive(value); }
  bool hasShadow(const Value &value) const {
    return activity.pointer(value) != PointerActivity::Const;
  }

  /// An integer beside which others carry the bits of floats, as boxes of either do.
  static bool isInteger(const Instruction &instruction) {
    return instruction.getType()->isIntOrIntVectorTy();
  }

  bool hasActiveSource(const Instruction &instruction) const {
    if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction))
      return true; // globals and memory behind arguments count too
    return any_of(instruction.operand_values(),
                  [&](const Value *operand) { return isActive(*operand) || hasShadow(*operand); });
  }

  bool hasShadowSource(const Instruction &pointer) const {
    if (isa<AllocaInst, CallBase>(pointer))
      return true;
    return any_of(pointer.operand_values(), [&](const Value *operand) {
      return hasShadow(*operand) || operand->getType()->isIntegerTy();
    });
  }

  bool isStoredActive(const StoreInst &store) const {
    const Value &value = *store.getValueOperand();
    return value.getType()->isFPOrFPVectorTy() && isActive(value);
  }

  /// The object into which `write` puts something active; null if it does not.
  const Value *filledBy(const Instruction &write) const {
    if (const auto *store = dyn_cast<StoreInst>(&write))
      return isStoredActive(*store) ? getUnderlyingObject(store->getPointerOperand()) : nullptr;
    const auto *copy = dyn_cast<MemTransferInst>(&write);
    return copy && types.accessed(write).hasFloats() && isFilled(*copy->getRawSource())
               ? getUnderlyingObject(copy->getRawDest())
               : nullptr;
  }

  /// Are there active values in all of what `pointer` leads to?
  bool isFilled(const Value &pointer) const {
    const Value *object = getUnderlyingObject(&pointer);
    return isa<Argument>(object) ? activity.pointer(*object) == PointerActivity::Active
                                 : isa<AllocaInst>(object) && filled.contains(object);
  }

  /// Is its derivative never zero whatever the operands are? (Merges: that of one of them.)
  static bool passesOn(const User &user) {
    if (isa<PHINode, SelectInst, FreezeInst>(user))
      return user.getType()->isFPOrFPVectorTy();
    if (isa<ExtractElementInst, InsertElementInst, ShuffleVectorInst>(user))
      return user.getType()->isFPOrFPVectorTy();
    switch (Operator::getOpcode(&user)) {
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FDiv:
    case Instruction::FNeg:
    case Instruction::FPExt:
    case Instruction::FPTrunc:
      return true;
    default:
      return false;
    }
  }

  bool isMadeOfActive(const Instruction &instruction) const {
    if (const auto *load = dyn_cast<LoadInst>(&instruction))
      return isFilled(*load->getPointerOperand());
    return passesOn(instruction) && any_of(instruction.operand_values(), [&](const Value *operand) {
             return operand->getType()->isFPOrFPVectorTy() && isActive(*operand);
           });
  }

  bool isLost(const Instruction &instruction) const {
    return instruction.getType()->isFPOrFPVectorTy() && !isActive(instruction) &&
           isMadeOfActive(instruction) && any_of(instruction.users(), [&](const User *user) {
             return passesOn(*user) && isActive(*user);
           });
  }

  const TypeResults &types;
  const ActivityResults &activity;
  SmallPtrSet<const Value *, 8> filled;
};

} // namespace

bool verifyActivity(const Function &prepared, const TypeResults &types,
                    const ActivityResults &activity, std::string &why) {
  Verifier verifier(types, activity);
  verifier.readStores(prepared);
  for (const Instruction &instruction : instructions(prepared)) {
    StringRef fault = verifier.faultOf(instruction);
    if (fault.empty())
      continue;
    why = fault.str() + ": ";
    raw_string_ostream(why) << instruction;
    return false;
  }
  return true;
}

} // namespace enzyme
