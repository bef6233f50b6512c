//===- LoadedBits.cpp - pointers that are loaded for their bits ------------===//
//
// Problem: a union of two floats and a pointer is moved by its pointer, and its floats are
// read. Inlined, and its memory cut into registers, that is
//
//     %p = load ptr, ptr %slot        %bits = ptrtoint ptr %p to i64        trunc, bitcast to float
//
// A pointer has no float in it, but the bits of such a one have.
//
// Here: what is loaded is the integer.
//===----------------------------------------------------------------------===//
#include "prepare/LoadedBits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

/// The integers of its own size that a pointer is loaded for; null if it is used otherwise.
static Type *typeOfBits(const LoadInst &load) {
  if (!load.getType()->isPointerTy() || !load.isSimple() || load.use_empty())
    return nullptr;
  Type *bits = load.getDataLayout().getIntPtrType(load.getType());
  bool isInteger = all_of(load.users(), [&](const User *user) {
    return isa<PtrToIntInst>(user) && user->getType() == bits;
  });
  return isInteger ? bits : nullptr;
}

static void loadAs(LoadInst &load, Type &bits) {
  IRBuilder<> builder(&load);
  LoadInst *integer = builder.CreateAlignedLoad(&bits, load.getPointerOperand(), load.getAlign());
  integer->setAAMetadata(load.getAAMetadata());
  for (User *user : make_early_inc_range(load.users())) {
    user->replaceAllUsesWith(integer);
    cast<Instruction>(user)->eraseFromParent();
  }
  load.eraseFromParent();
}

void loadBits(Function &function) {
  SmallVector<LoadInst *, 8> loads;
  for (Instruction &instruction : instructions(function))
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && typeOfBits(*load))
      loads.push_back(load);
  for (LoadInst *load : loads)
    loadAs(*load, *typeOfBits(*load));
}

} // namespace enzyme
