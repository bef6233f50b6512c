//===- VerifyActivity.cpp - is the answer of activity analysis sound? -----===//
//
//   1. An active value carries a float and has a reason.
//   2. An active result of an instruction that computes or routes has an active
//      operand; of a load, a pointer with a shadow.
//   3. A pointer with a shadow comes from one: by address arithmetic, merges, a load
//      through a pointer with a shadow, a call, a parameter or an allocation.
//===----------------------------------------------------------------------===//
#include "activity/VerifyActivity.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

class Verifier {
public:
  Verifier(const TypeResults &types, const ActivityResults &activity)
      : types(types), activity(activity) {}

  StringRef faultOf(const Instruction &instruction) const {
    if (isActive(instruction)) {
      if (!types.carriesFloat(instruction))
        return "active, but carries no float";
      if (activity.reason(instruction).empty())
        return "active without a reason";
      if (!hasActiveSource(instruction))
        return "active result without an active operand";
    }
    if (instruction.getType()->isPointerTy() && hasShadow(instruction) &&
        !hasShadowSource(instruction))
      return "a shadow pointer from nothing";
    return "";
  }

private:
  bool isActive(const Value &value) const { return activity.isActive(value); }
  bool hasShadow(const Value &value) const {
    return activity.pointer(value) != PointerActivity::Const;
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

  const TypeResults &types;
  const ActivityResults &activity;
};

} // namespace

bool verifyActivity(const Function &prepared, const TypeResults &types,
                    const ActivityResults &activity, std::string &why) {
  Verifier verifier(types, activity);
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
