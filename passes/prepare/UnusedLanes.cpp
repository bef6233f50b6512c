//===- UnusedLanes.cpp ----------------------------------------------------===//
#include "prepare/UnusedLanes.h"
#include "support/Mutation.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isOfFloats(const Value &value) {
  return value.getType()->isVectorTy() && value.getType()->isFPOrFPVectorTy();
}

/// What is stored, returned or given to a function is read there, or nowhere.
bool isArithmetic(const Instruction &at) {
  if (at.mayReadOrWriteMemory() || at.isTerminator())
    return false;
  return !isa<CallBase>(at) || isa<IntrinsicInst>(at);
}

/// One, which is far from where quotients, roots and logarithms have no derivative; and zero where
/// it is added, so that the lanes stay there.
double numberFor(const Instruction &at) {
  bool isSum = at.getOpcode() == Instruction::FAdd || at.getOpcode() == Instruction::FSub;
  return isSum ? 0 : 1;
}

/// Of one vector shuffled alone, the other one is poison, and stays so.
bool isShuffledAlone(const Instruction &at) {
  const auto *shuffle = dyn_cast<ShuffleVectorInst>(&at);
  return shuffle && isa<UndefValue>(shuffle->getOperand(1)) &&
         !is_contained(shuffle->getShuffleMask(), PoisonMaskElem);
}

void fillOperands(Instruction &at) {
  for (Use &operand : at.operands()) {
    auto *constant = dyn_cast<Constant>(operand);
    if (!constant || !isOfFloats(*constant) || !constant->containsUndefOrPoisonElement())
      continue;
    Type *type = constant->getType();
    double number = numberFor(at);
    bool isWhole = isa<UndefValue>(constant);
    operand.set(Constant::replaceUndefsWith(
        constant, ConstantFP::get(isWhole ? type : type->getScalarType(), number)));
  }
}

/// Lanes that come from nowhere come from the second operand if that is constant, else from where
/// another one does.
void fillMask(ShuffleVectorInst &shuffle) {
  auto *from = dyn_cast<FixedVectorType>(shuffle.getOperand(0)->getType());
  SmallVector<int, 8> mask(shuffle.getShuffleMask());
  const int *used = find_if(mask, [](int lane) { return lane != PoisonMaskElem; });
  if (!from || used == mask.end())
    return;
  bool isConstant = isa<Constant>(shuffle.getOperand(1));
  int filled = isConstant ? int(from->getNumElements()) : *used;
  replace(mask, int(PoisonMaskElem), filled);
  shuffle.setShuffleMask(mask);
}

} // namespace

void fillUnusedLanes(Function &function) {
  for (Instruction &at : instructions(function)) {
    if (!isArithmetic(at) || isShuffledAlone(at) || mutation::breaks("lanes.filled", at))
      continue;
    fillOperands(at);
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&at); shuffle && isOfFloats(*shuffle))
      fillMask(*shuffle);
  }
}

} // namespace enzyme
