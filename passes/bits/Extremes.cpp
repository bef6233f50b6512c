//===- Extremes.cpp - the largest of some words ----------------------------===//
#include "bits/Extremes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

void spellOutExtremes(Function &function) {
  for (Instruction &at : make_early_inc_range(instructions(function))) {
    auto *extreme = dyn_cast<MinMaxIntrinsic>(&at);
    if (!extreme || !extreme->getType()->isIntegerTy())
      continue;
    IRBuilder<> builder(extreme);
    Value *one = extreme->getLHS(), *other = extreme->getRHS();
    Value *isOne = builder.CreateICmp(extreme->getPredicate(), one, other);
    extreme->replaceAllUsesWith(builder.CreateSelect(isOne, one, other));
    extreme->eraseFromParent();
  }
}

} // namespace enzyme
