//===- FloatShuffles.cpp - vectors of floats that travel as integers -------===//
//
// From the bitcast backwards: the bitcast moves through the shuffle to its
// operands, where it meets a load or another bitcast that LLVM's own passes then
// remove. Repeated for shuffles of shuffles.
//===----------------------------------------------------------------------===//
#include "bits/FloatShuffles.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// `mask` for elements that are `from` / `to` times as large; false where the
/// shuffle takes such elements apart.
bool rescale(ArrayRef<int> mask, unsigned from, unsigned to, SmallVectorImpl<int> &scaled) {
  if (from % to == 0)
    return widenShuffleMaskElts(int(from / to), mask, scaled);
  if (to % from != 0)
    return false;
  narrowShuffleMaskElts(int(to / from), mask, scaled);
  return true;
}

/// The shuffle of `cast`'s element type that does what shuffle and cast do
/// together; null if there is none.
Value *shuffleOfFloats(BitCastInst &cast, ShuffleVectorInst &shuffle) {
  auto *floats = dyn_cast<FixedVectorType>(cast.getType());
  auto *integers = dyn_cast<FixedVectorType>(shuffle.getType());
  auto *source = dyn_cast<FixedVectorType>(shuffle.getOperand(0)->getType());
  if (!floats || !integers || !source || !floats->getElementType()->isFloatingPointTy() ||
      !integers->getElementType()->isIntegerTy())
    return nullptr;
  unsigned from = integers->getNumElements(), to = floats->getNumElements();
  SmallVector<int, 8> mask;
  if (source->getNumElements() * to % from != 0 ||
      !rescale(shuffle.getShuffleMask(), from, to, mask))
    return nullptr;
  IRBuilder<> builder(&cast);
  auto *type = FixedVectorType::get(floats->getElementType(), source->getNumElements() * to / from);
  Value *first = builder.CreateBitCast(shuffle.getOperand(0), type);
  Value *second = builder.CreateBitCast(shuffle.getOperand(1), type);
  return builder.CreateShuffleVector(first, second, mask);
}

} // namespace

PreservedAnalyses FloatShufflesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<BitCastInst *> casts;
  for (Instruction &instruction : instructions(function))
    if (auto *cast = dyn_cast<BitCastInst>(&instruction))
      casts.push_back(cast);
  bool isChanged = false;
  while (!casts.empty()) {
    BitCastInst *cast = casts.pop_back_val();
    auto *shuffle = dyn_cast<ShuffleVectorInst>(cast->getOperand(0));
    Value *better = shuffle ? shuffleOfFloats(*cast, *shuffle) : nullptr;
    if (!better)
      continue;
    cast->replaceAllUsesWith(better);
    cast->eraseFromParent();
    isChanged = true;
    if (auto *made = dyn_cast<Instruction>(better))
      for (Value *operand : made->operand_values())
        if (auto *inner = dyn_cast<BitCastInst>(operand))
          if (!is_contained(casts, inner))
            casts.push_back(inner);
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace enzyme
