//===- Contract.cpp - products and sums that are rounded once ---------------===//
//
// Problem: where the source allows it, clang makes `a * b + c` one operation, which most
// processors have. Sums of adjoints, x̅ += c · y̅, are of the same kind, but a product and
// the sum that takes it up meet only once slots are registers.
//
// Here: they become the operation that clang makes of such an expression. It is chosen
// here and not left to the code generator, which would do so at some -O only: a
// derivative is the same at each.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The product that the sum `at` may take up; null if there is none.
BinaryOperator *productIn(Instruction &at, unsigned operand) {
  auto *product = dyn_cast<BinaryOperator>(at.getOperand(operand));
  bool isProduct = product && product->getOpcode() == Instruction::FMul &&
                   product->hasAllowContract() && product->hasOneUse() &&
                   product->getParent() == at.getParent();
  return isProduct ? product : nullptr;
}

/// a * b + c, c + a * b, c - a * b, a * b - c; not where everything is allowed (fast-math).
bool contract(Instruction &at) {
  bool isDifference = at.getOpcode() == Instruction::FSub;
  if (!(isDifference || at.getOpcode() == Instruction::FAdd) || !at.hasAllowContract() ||
      at.isFast())
    return false;
  unsigned from = productIn(at, 1) ? 1 : 0;
  BinaryOperator *product = productIn(at, from);
  if (!product)
    return false;
  IRBuilder<> builder(&at);
  builder.setFastMathFlags(at.getFastMathFlags());
  Value *factor = product->getOperand(0), *other = at.getOperand(1 - from);
  if (isDifference && from == 1)
    factor = builder.CreateFNeg(factor);
  if (isDifference && from == 0)
    other = builder.CreateFNeg(other);
  Value *sum = builder.CreateIntrinsic(Intrinsic::fmuladd, {at.getType()},
                                       {factor, product->getOperand(1), other});
  sum->takeName(&at);
  at.replaceAllUsesWith(sum);
  at.eraseFromParent();
  product->eraseFromParent();
  return true;
}

bool isContracted(const Instruction &at) {
  auto *call = dyn_cast<IntrinsicInst>(&at);
  return call && call->getIntrinsicID() == Intrinsic::fmuladd;
}

} // namespace

void contractSums(Function &function) {
  for (Instruction &at : make_early_inc_range(instructions(function)))
    contract(at);
  if (none_of(instructions(function), isContracted))
    return; // the code generator has been told to contract everything, or nothing
  for (Instruction &at : instructions(function))
    if (isa<FPMathOperator>(at) && !at.isFast())
      at.setHasAllowContract(false);
}

} // namespace enzyme
