//===- Reductions.cpp -----------------------------------------------------===//
#include "parallel/Reductions.h"
#include "memory/Updates.h"
#include "parallel/Constructs.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral oneByOne = "enzyme-one-by-one", byAtomics = "enzyme-by-atomics";
constexpr uint64_t alone = 1, atomically = 2;

/// The one choice that is made by the answer; null if it is used otherwise.
SwitchInst *choiceBy(CallInst &reduce) {
  return reduce.hasOneUse() ? dyn_cast<SwitchInst>(*reduce.user_begin()) : nullptr;
}

BasicBlock *caseOf(SwitchInst &choice, uint64_t answer) {
  auto *wanted = cast<IntegerType>(choice.getCondition()->getType());
  auto found = choice.findCaseValue(ConstantInt::get(wanted, answer));
  return found == choice.case_default() ? nullptr : found->getCaseSuccessor();
}

/// The blocks of a case, up to where all of them go on.
SetVector<BasicBlock *> blocksOf(const SwitchInst &choice, BasicBlock *first) {
  SetVector<BasicBlock *> blocks;
  blocks.insert(first);
  for (unsigned i = 0; i != blocks.size(); ++i) // grows
    for (BasicBlock *next : successors(blocks[i]))
      if (next != choice.getDefaultDest())
        blocks.insert(next);
  return blocks;
}

/// Does the case add numbers, or compute with integers, and do nothing else with what is shared?
bool areSums(const SwitchInst &choice, BasicBlock *first) {
  return all_of(blocksOf(choice, first), [](BasicBlock *block) {
    return !isa<UnreachableInst>(block->getTerminator()) && all_of(*block, [](Instruction &at) {
      auto *update = dyn_cast<AtomicRMWInst>(&at);
      bool isSum = update && isSumOrOfInteger(*update);
      auto *call = dyn_cast<CallInst>(&at);
      bool isSection = call && (madeByCompiler(at) == TeamCall::Critical ||
                                calleeName(*call).starts_with("__atomic_"));
      return isSum || (!at.isAtomic() && !isSection);
    });
  });
}

/// store (load shared) + own, shared: the addition. Null if the store is something else.
BinaryOperator *additionBy(StoreInst &store) {
  auto *sum = dyn_cast<BinaryOperator>(store.getValueOperand());
  bool isSum = sum && sum->getParent() == store.getParent() && store.isSimple() &&
               is_contained({Instruction::FAdd, Instruction::Add}, sum->getOpcode());
  Type *type = isSum ? sum->getType() : nullptr; // one that is added to atomically
  isSum = isSum && (type->isFloatTy() || type->isDoubleTy() || type->isIntegerTy(32) ||
                    type->isIntegerTy(64));
  auto *before = isSum ? dyn_cast<LoadInst>(sum->getOperand(0)) : nullptr;
  bool isShared = before && before->isSimple() && before->getParent() == store.getParent() &&
                  before->getPointerOperand() == store.getPointerOperand();
  return isShared ? sum : nullptr;
}

/// flang leaves out the second form. That of sums of what threads have in variables of their own:
///
///   store (load shared) + (load own), shared          atomic: shared += load own
///
/// False if the first form does anything else.
bool writeSums(BasicBlock &alone, BasicBlock &sums) {
  SmallVector<StoreInst *, 4> stores;
  for (Instruction &at : alone) {
    auto *store = dyn_cast<StoreInst>(&at);
    auto what = madeByCompiler(at);
    bool isEnd = what == TeamCall::EndReduce || what == TeamCall::EndReduceWait;
    if (store)
      stores.push_back(store);
    else if (!isa<LoadInst, BinaryOperator, BranchInst>(at) && !isEnd)
      return false;
  }
  auto isOfOwn = [](StoreInst *store) {
    BinaryOperator *sum = additionBy(*store);
    auto *own = sum ? dyn_cast<LoadInst>(sum->getOperand(1)) : nullptr;
    return own && own->isSimple() && isa<AllocaInst>(own->getPointerOperand()) &&
           own->getParent() == store->getParent();
  };
  BasicBlock *next = alone.getSingleSuccessor();
  if (stores.empty() || !next || isa<PHINode>(next->front()) || !all_of(stores, isOfOwn))
    return false;
  sums.front().eraseFromParent();
  IRBuilder<> builder(&sums);
  for (StoreInst *store : stores) {
    BinaryOperator *sum = additionBy(*store);
    Instruction *own = cast<Instruction>(sum->getOperand(1))->clone();
    builder.Insert(own);
    auto operation =
        sum->getOpcode() == Instruction::FAdd ? AtomicRMWInst::FAdd : AtomicRMWInst::Add;
    builder.SetCurrentDebugLocation(store->getDebugLoc());
    builder.CreateAtomicRMW(operation, store->getPointerOperand(), own, store->getAlign(),
                            AtomicOrdering::Monotonic);
  }
  for (const Instruction &at : alone)
    if (isa<CallInst>(at))
      builder.Insert(at.clone());
  builder.CreateBr(next);
  return true;
}

void takeOneByOne(CallInst &reduce, SwitchInst &choice) {
  Attribute mark = Attribute::get(reduce.getContext(), oneByOne);
  reduce.addFnAttr(mark);
  for (BasicBlock *block : blocksOf(choice, caseOf(choice, alone)))
    for (Instruction &at : *block)
      if (auto what = madeByCompiler(at);
          what == TeamCall::EndReduce || what == TeamCall::EndReduceWait)
        cast<CallInst>(at).addFnAttr(mark);
  auto *wanted = cast<IntegerType>(choice.getCondition()->getType());
  auto unwanted = choice.findCaseValue(ConstantInt::get(wanted, atomically));
  if (unwanted == choice.case_default())
    return;
  unwanted->getCaseSuccessor()->removePredecessor(choice.getParent());
  choice.removeCase(unwanted);
}

} // namespace

bool isOneByOne(const CallInst &call) { return call.hasFnAttr(oneByOne); }

bool isAtomic(const CallInst &reduce) { return reduce.hasFnAttr(byAtomics); }

SetVector<BasicBlock *> blocksOfOtherForm(Function &function) {
  SetVector<BasicBlock *> blocks;
  for (Instruction &at : instructions(function)) {
    auto *reduce = dyn_cast<CallInst>(&at);
    SwitchInst *choice = reduce && isAtomic(*reduce) ? choiceBy(*reduce) : nullptr;
    if (BasicBlock *other = choice ? caseOf(*choice, alone) : nullptr)
      blocks.insert_range(blocksOf(*choice, other));
  }
  return blocks;
}

void chooseForms(Function &function) {
  bool isChanged = false;
  for (Instruction &at : instructions(function)) {
    auto *reduce = dyn_cast<CallInst>(&at);
    SwitchInst *choice = madeByCompiler(at) == TeamCall::Reduce ? choiceBy(*reduce) : nullptr;
    BasicBlock *sums = choice ? caseOf(*choice, atomically) : nullptr;
    if (sums && isa<UnreachableInst>(sums->front()) && caseOf(*choice, alone))
      writeSums(*caseOf(*choice, alone), *sums);
    if (sums && areSums(*choice, sums)) {
      reduce->addFnAttr(Attribute::get(function.getContext(), byAtomics));
    } else if (choice && caseOf(*choice, alone)) {
      takeOneByOne(*reduce, *choice);
      isChanged = true;
    }
  }
  if (isChanged)
    EliminateUnreachableBlocks(function);
}

} // namespace enzyme
