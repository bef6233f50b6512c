//===- ComputedGoto.cpp - jumps to computed addresses ----------------------===//
//
//     &&a, &&b               1, 2          (wherever the address was written)
//     goto *p                switch (p) { case 1: goto a; case 2: goto b; }
//
// The address of a block means nothing in a copy of the function; a number does.
//===----------------------------------------------------------------------===//
#include "prepare/ComputedGoto.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The variables whose initialiser contains `constant`.
void collectTables(Constant &constant, SmallPtrSetImpl<GlobalVariable *> &tables) {
  for (User *user : constant.users()) {
    if (auto *table = dyn_cast<GlobalVariable>(user))
      tables.insert(table);
    else if (isa<Constant>(user) && !isa<GlobalValue>(user))
      collectTables(*cast<Constant>(user), tables);
  }
}

/// Its name no longer stands for the user's table, which holds addresses.
void makeOurOwn(GlobalVariable &table) {
  table.setName("enzyme.labels." + table.getName());
  table.setLinkage(GlobalValue::InternalLinkage);
  table.setExternallyInitialized(false);
}

void replaceJump(IndirectBrInst &jump, IntegerType &word,
                 const MapVector<BasicBlock *, ConstantInt *> &numbers) {
  BasicBlock *nowhere = BasicBlock::Create(jump.getContext(), "nowhere", jump.getFunction());
  new UnreachableInst(jump.getContext(), nowhere);
  IRBuilder<> builder(&jump);
  Value *number = builder.CreatePtrToInt(jump.getAddress(), &word);
  SwitchInst *choice = builder.CreateSwitch(number, nowhere, jump.getNumDestinations());
  SmallPtrSet<BasicBlock *, 8> seen;
  for (unsigned i = 0; i < jump.getNumDestinations(); ++i) {
    BasicBlock *target = jump.getDestination(i);
    auto found = numbers.find(target);
    if (found != numbers.end() && seen.insert(target).second)
      choice->addCase(found->second, target);
    else
      target->removePredecessor(jump.getParent()); // listed twice, or never named
  }
  jump.eraseFromParent();
}

} // namespace

void numberLabels(Function &function) {
  SmallVector<IndirectBrInst *> jumps;
  MapVector<BasicBlock *, ConstantInt *> numbers;
  IntegerType *word = function.getDataLayout().getIntPtrType(function.getContext());
  for (BasicBlock &block : function) {
    if (auto *jump = dyn_cast<IndirectBrInst>(block.getTerminator()))
      jumps.push_back(jump);
    if (block.hasAddressTaken())
      numbers[&block] = ConstantInt::get(word, numbers.size() + 1);
  }
  if (jumps.empty())
    return;
  SmallPtrSet<GlobalVariable *, 4> tables;
  for (auto &[block, number] : numbers) {
    BlockAddress *address = BlockAddress::get(block);
    collectTables(*address, tables);
    address->replaceAllUsesWith(ConstantExpr::getIntToPtr(number, address->getType()));
    address->destroyConstant();
  }
  for (GlobalVariable *table : tables)
    makeOurOwn(*table);
  for (IndirectBrInst *jump : jumps)
    replaceJump(*jump, *word, numbers);
}

} // namespace enzyme
