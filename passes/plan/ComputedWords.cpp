//===- ComputedWords.cpp ---------------------------------------------------===//
#include "plan/ComputedWords.h"
#include "support/Mutation.h"
#include "types/DeclaredTypes.h"
#include "types/Moves.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {

static bool isWholeWord(const Value &value) {
  return isa<LoadInst, PHINode, SelectInst, FreezeInst, CallBase, Argument>(value);
}

bool isComputedWord(const Value &value) {
  const auto *made = dyn_cast<Instruction>(&value);
  if (!made || !value.getType()->isIntegerTy() || mutation::breaks("computed-word", value))
    return false;
  const DataLayout &layout = made->getDataLayout();
  unsigned pointer = layout.getPointerSizeInBits();
  if (value.getType()->getIntegerBitWidth() < pointer)
    return true;
  if (const auto *widened = dyn_cast<ZExtInst>(made))
    return widened->getSrcTy()->getIntegerBitWidth() < pointer;
  // Parts are put together by `or`, and marks put into addresses; two words are not.
  return made->getOpcode() == Instruction::Or && isWholeWord(*made->getOperand(0)) &&
         isWholeWord(*made->getOperand(1));
}

/// Of a number and the integer that has its bits.
static bool isCastBetween(const Instruction &at) {
  return isa<BitCastInst>(at) &&
         at.getType()->isFPOrFPVectorTy() != at.getOperand(0)->getType()->isFPOrFPVectorTy();
}

/// Is `value`, or one of those that it is chosen from, the bits of a number, or may it be? What is
/// computed is none, whatever becomes of it.
static bool choosesNumber(const Value &value) {
  SmallSetVector<const Value *, 8> seen;
  seen.insert(&value);
  for (unsigned i = 0; i != seen.size(); ++i) {
    const auto *made = dyn_cast<Instruction>(seen[i]);
    bool isMove = made && (choosesOnly(*made) || isCastBetween(*made));
    if (isMove && !(isCastBetween(*made) && made->getType()->isIntegerTy()))
      seen.insert_range(made->operand_values());
    else if (isMove || isa<LoadInst, CallBase, Argument>(seen[i]) ||
             (made && made->getType()->isFPOrFPVectorTy()))
      return true;
  }
  return false;
}

/// By the program's own types.
static bool isStoredAsNumber(const Instruction &at) {
  auto tag = isa<StoreInst>(at) ? readTbaa(at).access : std::nullopt;
  return tag && tag->kind == Kind::Float;
}

static bool isReadAsNumber(const Instruction &at, const Value &value) {
  return value.getType()->isFPOrFPVectorTy() && !isa<StoreInst>(at);
}

bool mayBeNoNumber(const Instruction &at, const TypeResults &types) {
  if (!at.getType()->isIntegerTy() || !isa<BinaryOperator, SExtInst>(at) ||
      mutation::breaks("computed-number", at))
    return false;
  bool isOther = none_of(at.operand_values(), [&](const Value *operand) {
    return types.carriesFloat(*operand) && choosesNumber(*operand);
  });
  SmallSetVector<const Instruction *, 8> seen;
  seen.insert(&at);
  for (unsigned i = 0; i != seen.size(); ++i)
    for (const User *user : seen[i]->users()) {
      const auto *next = cast<Instruction>(user);
      if (choosesOnly(*next) && choosesNumber(*next))
        return true;
      if (choosesOnly(*next) || isCastBetween(*next))
        seen.insert(next);
      else
        isOther &= !isReadAsNumber(*next, *seen[i]) && !isStoredAsNumber(*next);
    }
  return isOther;
}

} // namespace enzyme
