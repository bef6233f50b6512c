//===- FiniteFactors.cpp - recurrences whose factors are finite --------------===//
//
// Problem: an adjoint that is exactly zero stays zero through an infinite partial
// (emit/Guard.h), so that a product is  d == 0 ? 0 : c · d. The reverse of a recurrence,
//
//     for (k = n; k-- > 0;) { next = c * d - e; e = d; d = next; }
//
// waits for nothing but d from one iteration to the next, and there the comparison and the
// choice take longer than the product and the sum, which could be one operation.
//
// Here: if such a factor c is the same in all iterations, the program looks ahead of the
// loop whether it is finite, it and the other factors of the loop that stay the same. If so,
// a copy of the loop runs in which they are only multiplied with: 0 · c is 0 then. Other
// loops stay as they are; where LLVM makes vectors of them, the choice is cheap.
//===----------------------------------------------------------------------===//
#include "limits/optimise.h"
#include "optimise/LoopCopy.h"
#include "optimise/Optimise.h"
#include "support/Mutation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {
namespace {

/// slot != 0 ? slot * factor : 0
struct GuardedProduct {
  SelectInst *choice;
  Instruction *product;
  Value *factor;
};

/// Is the condition slot != 0? Loops that were rotated hand both on to the next iteration.
bool isNonZeroTest(Value *condition, Value *slot) {
  auto isTest = [](Value *test, Value *tested) {
    return match(test, m_SpecificFCmp(FCmpInst::FCMP_UNE, m_Specific(tested), m_AnyZeroFP()));
  };
  auto *tests = dyn_cast<PHINode>(condition), *slots = dyn_cast<PHINode>(slot);
  if (!tests || !slots || tests->getParent() != slots->getParent())
    return isTest(condition, slot);
  return all_of(tests->blocks(), [&](BasicBlock *from) {
    return isTest(tests->getIncomingValueForBlock(from), slots->getIncomingValueForBlock(from));
  });
}

std::optional<GuardedProduct> guardedProductAt(Instruction &at) {
  auto *choice = dyn_cast<SelectInst>(&at);
  if (!choice || !match(choice->getFalseValue(), m_AnyZeroFP()))
    return std::nullopt;
  auto *product = dyn_cast<Instruction>(choice->getTrueValue());
  if (!product || product->getOpcode() != Instruction::FMul)
    return std::nullopt;
  for (unsigned slot : {0, 1})
    if (isNonZeroTest(choice->getCondition(), product->getOperand(slot)))
      return GuardedProduct{choice, product, product->getOperand(1 - slot)};
  return std::nullopt;
}

/// Does the value take part in what it will be in the next iteration?
bool comesBack(Instruction &value, const Loop &loop) {
  SmallSetVector<Instruction *, 16> reached;
  reached.insert(&value);
  for (unsigned i = 0; i != reached.size() && i != limits::usesOfRecurrence; ++i)
    for (User *user : reached[i]->users()) {
      auto *at = cast<Instruction>(user);
      if (at == &value)
        return true;
      bool goesOn = at->getType()->isFPOrFPVectorTy() && loop.contains(at) &&
                    (!isa<PHINode>(at) || at->getParent() == loop.getHeader());
      if (goesOn)
        reached.insert(at);
    }
  return false;
}

/// The guarded products of the loop whose factors stay the same; none if no recurrence waits
/// for one of them.
SmallVector<GuardedProduct, 8> productsThatWait(const Loop &loop) {
  SmallVector<GuardedProduct, 8> found;
  unsigned size = 0;
  bool isRecurrence = false;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &at : *block) {
      if (++size > limits::instructionsOfFiniteLoop)
        return {};
      std::optional<GuardedProduct> product = guardedProductAt(at);
      if (!product || !loop.isLoopInvariant(product->factor))
        continue;
      found.push_back(*product);
      isRecurrence = isRecurrence || comesBack(at, loop);
    }
  if (!isRecurrence)
    found.clear();
  return found;
}

Value *areFinite(IRBuilder<> &builder, ArrayRef<GuardedProduct> products) {
  SmallSetVector<Value *, 8> factors;
  for (const GuardedProduct &product : products)
    factors.insert(product.factor);
  Value *all = nullptr;
  for (Value *factor : factors) {
    Value *size = builder.CreateUnaryIntrinsic(Intrinsic::fabs, factor);
    Value *isFinite = builder.CreateFCmpONE(size, ConstantFP::getInfinity(factor->getType()));
    if (isFinite->getType()->isVectorTy())
      isFinite = builder.CreateAndReduce(isFinite);
    all = all ? builder.CreateAnd(all, isFinite) : isFinite;
  }
  return mutation::breaks("finite-factors") ? builder.getTrue() : all;
}

/// before: finite ? the copy : the loop
void addCopy(Loop &loop, ArrayRef<GuardedProduct> products, Analyses &analyses) {
  ValueToValueMapTy copies;
  copyLoop(
      loop, ".finite", analyses, [&](IRBuilder<> &builder) { return areFinite(builder, products); },
      copies);
  for (const GuardedProduct &product : products) {
    auto *choice = cast<Instruction>(copies.lookup(product.choice));
    choice->replaceAllUsesWith(copies.lookup(product.product));
    choice->eraseFromParent();
  }
}

} // namespace

bool freeRecurrences(Function &function) {
  return changeInnermostLoops(function, [](Loop &loop, Analyses &analyses) {
    SmallVector<GuardedProduct, 8> products;
    if (mayBeCopied(loop))
      products = productsThatWait(loop);
    if (!products.empty())
      addCopy(loop, products, analyses);
    return !products.empty();
  });
}

} // namespace enzyme
