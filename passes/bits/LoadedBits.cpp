//===- LoadedBits.cpp - pointers that are loaded for their bits ------------===//
//
// Problem: a union of two floats and a pointer is moved by its pointer, and its floats are
// read. Inlined, and its memory cut into registers, that is
//
//     %p = load ptr, ptr %slot        %bits = ptrtoint ptr %p to i64        trunc, bitcast to float
//
// A pointer has no float in it, but the bits of such a one have.
//
// Here: what is loaded is the integer. Where the pointer is moved, too, or followed if a tag says
// so, it stays, and the bits that become a float are loaded beside it.
//===----------------------------------------------------------------------===//
#include "bits/LoadedBits.h"
#include "bits/DefUseWalk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

/// Is a float made of the integer, or of a part of it?
static bool becomesFloat(const Value &integer) {
  auto isFloat = [](const Value &value) { return value.getType()->isFPOrFPVectorTy(); };
  return leadsTo(integer, isFloat, [](const Value &value, WalkList &work) {
    for (const User *user : value.users())
      if (isa<BitCastInst, TruncInst, BinaryOperator, PHINode, SelectInst, FreezeInst>(user))
        work.push_back(user);
  });
}

/// The integers of its own size that a pointer is loaded for: all of them if it is loaded for
/// nothing else, otherwise those that become floats.
static SmallVector<Instruction *, 2> bitsOf(LoadInst &load) {
  SmallVector<Instruction *, 2> bits;
  if (!load.getType()->isPointerTy() || !load.isSimple())
    return bits;
  Type *type = load.getDataLayout().getIntPtrType(load.getType());
  for (User *user : load.users())
    if (isa<PtrToIntInst>(user) && user->getType() == type)
      bits.push_back(cast<Instruction>(user));
  if (!load.hasNUses(bits.size()))
    erase_if(bits, [](const Instruction *integer) { return !becomesFloat(*integer); });
  return bits;
}

static void loadAs(LoadInst &load, ArrayRef<Instruction *> bits) {
  IRBuilder<> builder(&load);
  LoadInst *integer =
      builder.CreateAlignedLoad(bits.front()->getType(), load.getPointerOperand(), load.getAlign());
  AAMDNodes aliases = load.getAAMetadata();
  if (!load.hasNUses(bits.size()))
    aliases.TBAA = nullptr; // it is about the pointer
  integer->setAAMetadata(aliases);
  for (Instruction *same : bits) {
    same->replaceAllUsesWith(integer);
    same->eraseFromParent();
  }
  if (load.use_empty())
    load.eraseFromParent();
}

void loadBits(Function &function) {
  SmallVector<LoadInst *, 8> loads;
  for (Instruction &instruction : instructions(function))
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && !bitsOf(*load).empty())
      loads.push_back(load);
  for (LoadInst *load : loads)
    loadAs(*load, bitsOf(*load));
}

} // namespace enzyme
