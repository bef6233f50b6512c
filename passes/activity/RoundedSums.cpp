//===- RoundedSums.cpp ----------------------------------------------------===//
#include "activity/RoundedSums.h"
#include "activity/ActivityAnalysis.h"
#include "limits/activity.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Follows what is made of a rounded number, also in functions that get it.
class MadeOfRounded {
public:
  /// The sum, if a rounded number is added to one.
  const AtomicRMWInst *findSum(const Use &rounding) {
    follow(rounding);
    for (unsigned i = 0; i != values.size() && i != limits::valuesOfRounded; ++i)
      for (const Use &use : values[i]->uses())
        if (const AtomicRMWInst *sum = follow(use))
          return sum;
    return nullptr;
  }

private:
  SmallSetVector<const Value *, 16> values;

  const AtomicRMWInst *follow(const Use &use) {
    const User &user = *use.getUser();
    if (const auto *update = dyn_cast<AtomicRMWInst>(&user)) {
      bool isAddition = update->getOperation() == AtomicRMWInst::Add ||
                        update->getOperation() == AtomicRMWInst::Sub;
      return isAddition && use.getOperandNo() == 1 ? update : nullptr;
    }
    if (const auto *store = dyn_cast<StoreInst>(&user))
      followVariable(*store);
    else if (const auto *call = dyn_cast<CallBase>(&user))
      followCall(*call, use);
    else if (isa<FPToSIInst, FPToUIInst, ZExtInst, SExtInst, TruncInst, FPExtInst, FPTruncInst,
                 BinaryOperator, UnaryOperator, PHINode, SelectInst, FreezeInst>(user) &&
             !(isa<SelectInst>(user) && use.getOperandNo() == 0))
      values.insert(&user);
    return nullptr;
  }

  /// Functions that are not prepared keep their parameters in variables.
  void followVariable(const StoreInst &store) {
    if (!isa<AllocaInst>(store.getPointerOperand()->stripPointerCasts()))
      return;
    for (const User *user : store.getPointerOperand()->users())
      if (isa<LoadInst>(user))
        values.insert(user);
  }

  void followCall(const CallBase &call, const Use &argument) {
    if (!call.isArgOperand(&argument))
      return;
    if (!call.getType()->isVoidTy() && !call.getType()->isPointerTy())
      values.insert(&call);
    const Function *callee = call.getCalledFunction();
    if (unsigned index = call.getArgOperandNo(&argument);
        callee && !callee->isDeclaration() && index < callee->arg_size())
      values.insert(callee->getArg(index));
  }
};

} // namespace

void ActivityAnalysis::findRounded() {
  for (const Instruction &at : instructions(function)) {
    if (!isa<FPToSIInst, FPToUIInst>(at) && (!isa<CallBase>(at) || results.isActive(at)))
      continue;
    for (const Use &operand : at.operands())
      if (operand->getType()->isFPOrFPVectorTy() && isVaried(*operand))
        results.rounded.push_back(&operand);
  }
}

SmallVector<RoundedSum, 1> roundedSums(const ActivityResults &activity) {
  SmallVector<RoundedSum, 1> found;
  for (const Use *rounding : activity.roundings())
    if (const AtomicRMWInst *sum = MadeOfRounded().findSum(*rounding))
      found.push_back({cast<Instruction>(rounding->getUser()), sum});
  return found;
}

} // namespace enzyme
