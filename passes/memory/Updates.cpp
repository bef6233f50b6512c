//===- Updates.cpp ----------------------------------------------------------===//
#include "memory/Updates.h"
#include "limits/memory.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

bool isAddition(const Instruction &at, unsigned operand) {
  if (at.getOpcode() == Instruction::FAdd)
    return at.getOperand(0) != at.getOperand(1); // else it is twice the operand
  if (at.getOpcode() == Instruction::FSub)
    return operand == 0 && at.getOperand(0) != at.getOperand(1);
  auto *product = dyn_cast<IntrinsicInst>(&at);
  bool isProduct = product && operand == 2 &&
                   (product->getIntrinsicID() == Intrinsic::fmuladd ||
                    product->getIntrinsicID() == Intrinsic::fma);
  return isProduct && product->getArgOperand(0) != product->getArgOperand(2) &&
         product->getArgOperand(1) != product->getArgOperand(2);
}

bool areAtOnePlace(const LoadInst &load, const StoreInst &store) {
  return load.getPointerOperand() == store.getPointerOperand() &&
         load.getType() == store.getValueOperand()->getType();
}

std::optional<SumInMemory> sumFrom(const LoadInst &load,
                                   function_ref<bool(const StoreInst &)> isThere) {
  if (!load.isSimple() || !load.getType()->isFPOrFPVectorTy())
    return std::nullopt;
  SumInMemory sum{nullptr, {}};
  for (const Value *value = &load; value->hasOneUse();) {
    const Use &use = *value->use_begin();
    auto *user = cast<Instruction>(use.getUser());
    if (auto *store = dyn_cast<StoreInst>(user)) {
      bool isSame = isThere ? isThere(*store) : areAtOnePlace(load, *store);
      if (!store->isSimple() || use.getOperandNo() != 0 || !isSame)
        return std::nullopt;
      sum.store = store;
      return sum;
    }
    if (!isAddition(*user, use.getOperandNo()))
      return std::nullopt;
    sum.additions.push_back(user);
    value = user;
  }
  return std::nullopt;
}

LoadInst *rewrittenBy(StoreInst &store) {
  SmallVector<Value *, 8> pending{store.getValueOperand()};
  for (unsigned seen = 0; seen != pending.size() && seen < limits::valuesOfRewrite; ++seen) {
    auto *at = dyn_cast<Instruction>(pending[seen]);
    if (auto *load = dyn_cast_or_null<LoadInst>(at)) {
      if (areAtOnePlace(*load, store))
        return load;
    } else if (at && at->getParent() == store.getParent() && !isa<PHINode>(at)) {
      append_range(pending, at->operand_values());
    }
  }
  return nullptr;
}

bool isSum(const AtomicRMWInst &at) {
  return at.getOperation() == AtomicRMWInst::FAdd || at.getOperation() == AtomicRMWInst::FSub;
}

bool isSumOrOfInteger(const AtomicRMWInst &at) {
  return isSum(at) || !(at.isFloatingPointOperation() || at.getOperation() == AtomicRMWInst::Xchg);
}

} // namespace enzyme
