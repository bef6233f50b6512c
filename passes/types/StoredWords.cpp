//===- StoredWords.cpp ------------------------------------------------------===//
#include "types/StoredWords.h"
#include "types/DeclaredTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {

bool hasTagOfInteger(const Instruction &access) {
  auto tag = readTbaa(access).access;
  return tag && tag->kind != Kind::Float;
}

/// The number that is stored as an integer, or handed on as one (bits/WordsInMemory.h).
static Type *storedAsWord(const StoreInst &store) {
  const Value *value = store.getValueOperand();
  if (const auto *bits = dyn_cast<BitCastInst>(value))
    return bits->getSrcTy();
  const auto *room = dyn_cast<AllocaInst>(store.getPointerOperand());
  bool isHandedOn = room && room->getAllocatedType()->isArrayTy() &&
                    room->getAllocatedType()->getArrayElementType()->isIntegerTy(8);
  return isHandedOn || hasTagOfInteger(store) ? value->getType() : nullptr;
}

Type *storedAsWord(const Module &module, uint64_t bytes) {
  for (const Function &function : module)
    for (const Instruction &at : instructions(function)) {
      const auto *store = dyn_cast<StoreInst>(&at);
      Type *number = store ? storedAsWord(*store) : nullptr;
      if (number && (number->isFloatTy() || number->isDoubleTy()) &&
          number->getPrimitiveSizeInBits() == 8 * bytes)
        return number;
    }
  return nullptr;
}

} // namespace enzyme
