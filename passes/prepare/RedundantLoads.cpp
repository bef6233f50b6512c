//===- RedundantLoads.cpp - loads whose value is known ---------------------===//
//
// Problem: a program tells records apart by a tag, and one holds a number where another holds
// a pointer:
//
//     if (of->type == VERTEX)  d = ((vertex *)of)->number;
//     else                     d = ((edge *)of)->end->number;
//     …
//     if (of->type == EDGE)    e = ((edge *)of)->end->other;
//
// LLVM does not know that the tag is the same at both places. For the last read it takes what is
// known on each path: on one the pointer, on the other the bits of the number, as an address
// that is never followed. No shadow can be computed for it, as for an address made by arithmetic.
//
// Here: on that path the pointer is read from memory, beside the number or behind the store that
// brought it there. It is the same address, and its shadow is read likewise. Where a number is
// looked at as an address whatever the path, the program does so on purpose.
//===----------------------------------------------------------------------===//
#include "prepare/RedundantLoads.h"
#include "support/LoopForm.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Scalar/GVN.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {
namespace {

/// The number that the bits of an address are, or the address that those of a number are.
Value *otherKind(Instruction &made) {
  Value *other = nullptr;
  bool isAddress = match(&made, m_IntToPtr(m_BitCast(m_Value(other))));
  bool isNumber = !isAddress && match(&made, m_BitCast(m_PtrToInt(m_Value(other))));
  Type *type = other ? other->getType() : nullptr;
  return (isAddress && type->isFloatingPointTy()) ||
                 (isNumber && made.getType()->isFloatingPointTy())
             ? other
             : nullptr;
}

SmallVector<Instruction *, 4> madeOfOtherKind(Function &function) {
  SmallVector<Instruction *, 4> made;
  for (Instruction &instruction : instructions(function))
    if (otherKind(instruction))
      made.push_back(&instruction);
  return made;
}

/// Reads what is known to lie in memory as the type that it is wanted in.
class Reading {
public:
  Reading(Type *type, const DominatorTree &dominators) : type(type), dominators(dominators) {}

  /// The bits of `value`, which are needed at `end`; null if it is not seen where they lie.
  Value *of(Value *value, Instruction &end) {
    if (auto *phi = dyn_cast<PHINode>(value))
      return ofPhi(*phi);
    if (auto *load = dyn_cast<LoadInst>(value); load && load->isSimple())
      return read(*load, load->getAlign());
    if (!value->hasUseList()) // a constant
      return nullptr;
    for (User *user : value->users())
      if (auto *store = dyn_cast<StoreInst>(user); store && store->isSimple() &&
                                                   store->getValueOperand() == value &&
                                                   dominators.dominates(store, &end))
        return read(*store, store->getAlign());
    return nullptr;
  }

private:
  Value *read(Instruction &access, Align alignment) {
    IRBuilder<> builder(access.getNextNode());
    return builder.CreateAlignedLoad(type, getLoadStorePointerOperand(&access), alignment);
  }

  Value *ofPhi(PHINode &phi) {
    if (Value *known = phis.lookup(&phi))
      return known;
    PHINode *same = PHINode::Create(type, phi.getNumIncomingValues(), "", phi.getIterator());
    phis[&phi] = same;
    for (unsigned i = 0; i != phi.getNumIncomingValues(); ++i) {
      BasicBlock *block = phi.getIncomingBlock(i);
      Value *value = of(phi.getIncomingValue(i), *block->getTerminator());
      same->addIncoming(value ? value : asBits(*phi.getIncomingValue(i), *block), block);
    }
    return same;
  }

  /// What LLVM would have taken.
  Value *asBits(Value &value, BasicBlock &block) {
    IRBuilder<> builder(block.getTerminator());
    Value *bits = builder.CreateBitOrPointerCast(
        &value, builder.getIntNTy(block.getDataLayout().getTypeSizeInBits(type)));
    return builder.CreateBitOrPointerCast(bits, type);
  }

  Type *type;
  const DominatorTree &dominators;
  DenseMap<const PHINode *, PHINode *> phis;
};

/// In the phis that take it on one path.
bool readInstead(Instruction &made, const DominatorTree &dominators) {
  auto isPhi = [](const User *user) { return isa<PHINode>(user); };
  if (none_of(made.users(), isPhi))
    return false;
  Value *read = Reading(made.getType(), dominators).of(otherKind(made), made);
  if (read)
    made.replaceUsesWithIf(read, [](const Use &use) { return isa<PHINode>(use.getUser()); });
  return read;
}

} // namespace

PreservedAnalyses RedundantLoadsPass::run(Function &function, FunctionAnalysisManager &manager) {
  SmallVector<WeakVH, 4> before;
  append_range(before, madeOfOtherKind(function));
  PreservedAnalyses preserved = GVNPass(GVNOptions().setPRE(false)).run(function, manager);
  SmallVector<Instruction *, 4> made;
  copy_if(madeOfOtherKind(function), std::back_inserter(made),
          [&](Instruction *one) { return !is_contained(before, one); });
  if (made.empty())
    return preserved;
  DominatorTree dominators(function);
  bool isSplit = makeRoomBehindInvokes(function, &dominators), isChanged = isSplit;
  for (Instruction *one : made)
    isChanged |= readInstead(*one, dominators);
  if (!isChanged)
    return preserved;
  preserved = PreservedAnalyses::none();
  if (!isSplit)
    preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace enzyme
