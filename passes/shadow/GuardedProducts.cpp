//===- GuardedProducts.cpp ----------------------------------------------------===//
#include "shadow/GuardedProducts.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

bool isProduct(const Instruction &at) {
  auto *call = dyn_cast<CallInst>(&at);
  return at.getOpcode() == Instruction::FMul ||
         (call && (call->getIntrinsicID() == Intrinsic::fmuladd ||
                   call->getIntrinsicID() == Intrinsic::fma));
}

ZeroFactor zeroFactorIn(const Value &value) {
  auto *call = dyn_cast<CallInst>(&value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee ? zeroFactorOf(*callee) : ZeroFactor::None;
}

namespace {

/// Sums, products, choices and conversions: what hands a zero on.
bool isHandedOn(const Value &value) {
  auto *at = dyn_cast<Instruction>(&value);
  return at && !at->getType()->isIntOrIntVectorTy() &&
         (isProduct(*at) ||
          isa<BinaryOperator, UnaryOperator, CastInst, SelectInst, PHINode, ExtractElementInst,
              InsertElementInst, ExtractValueInst, InsertValueInst>(at));
}

} // namespace

GuardedProducts guardedProductsIn(const Function &function) {
  GuardedProducts found;
  SmallVector<const Value *, 16> made, before;
  for (const Instruction &at : instructions(function)) {
    ZeroFactor zero = zeroFactorIn(at);
    if (zero == ZeroFactor::None)
      continue;
    made.push_back(&at);
    before.push_back(at.getOperand(0));
    if (zero == ZeroFactor::Either)
      before.push_back(at.getOperand(1));
  }
  while (!made.empty()) {
    const Value *value = made.pop_back_val();
    if (found.made.insert(value).second)
      copy_if(value->users(), std::back_inserter(made),
              [](const User *user) { return isHandedOn(*user); });
  }
  while (!before.empty()) {
    const Value *value = before.pop_back_val();
    if (found.factors.insert(value).second && isHandedOn(*value))
      append_range(before, cast<Instruction>(value)->operand_values());
  }
  return found;
}

} // namespace enzyme
