//===- Pools.cpp - whether a program has pools of its own -----------------===//
#include "prepare/Pools.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral noteName = "enzyme.pools";

/// The link of a block is stored where the block itself was found. It is at the block's begin,
/// or in it.
static bool takesFirst(const StoreInst &store) {
  auto *link = dyn_cast<LoadInst>(store.getValueOperand());
  if (!link || !link->getType()->isPointerTy())
    return false;
  auto *block = dyn_cast<LoadInst>(link->getPointerOperand()->stripInBoundsOffsets());
  return block && block->getPointerOperand()->stripPointerCasts() ==
                      store.getPointerOperand()->stripPointerCasts();
}

void notePools(Module &workshop, ArrayRef<Function *> functions) {
  bool hasOne = any_of(functions, [](Function *function) {
    return any_of(instructions(*function), [](const Instruction &at) {
      auto *store = dyn_cast<StoreInst>(&at);
      return store && takesFirst(*store);
    });
  });
  if (hasOne)
    workshop.getOrInsertNamedMetadata(noteName);
}

bool hasPools(const Module &workshop) { return workshop.getNamedMetadata(noteName); }

} // namespace enzyme
