//===- RoundedSums.cpp ----------------------------------------------------===//
#include "activity/RoundedSums.h"
#include "activity/ActivityAnalysis.h"
#include "limits/activity.h"
#include "llvm/Analysis/ValueTracking.h"
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
      followMemory(*store);
    else if (const auto *call = dyn_cast<CallBase>(&user))
      followCall(*call, use);
    else if (isa<FPToSIInst, FPToUIInst, ZExtInst, SExtInst, TruncInst, FPExtInst, FPTruncInst,
                 BinaryOperator, UnaryOperator, PHINode, SelectInst, FreezeInst>(user) &&
             !(isa<SelectInst>(user) && use.getOperandNo() == 0))
      values.insert(&user);
    return nullptr;
  }

  /// What the function reads of the variable, array or memory behind the parameter to which it is
  /// stored: threads gather such sums in memory of the block, too.
  void followMemory(const StoreInst &store) {
    const Value *memory = getUnderlyingObject(store.getPointerOperand());
    if (!isa<AllocaInst, GlobalVariable, Argument>(memory))
      return;
    for (const Instruction &at : instructions(*store.getFunction())) {
      auto *load = dyn_cast<LoadInst>(&at);
      if (load && load->getType()->isIntOrIntVectorTy() &&
          getUnderlyingObject(load->getPointerOperand()) == memory)
        values.insert(load);
    }
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
