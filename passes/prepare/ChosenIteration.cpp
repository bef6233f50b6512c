//===- ChosenIteration.cpp ------------------------------------------------===//
//
//   loop:                                     loop:
//     p = phi [first, before], [s, latch]       p, s as before
//     v = …                                     last = phi [j0, before], [now, latch]
//     s = select c, v, p                        any = phi [false, before], [ever, latch]
//                                               now = select c, j, last
//                                               ever = select c, true, any
//   behind:                                   test:   br ever, again, join
//     use s                                   again:  v' = … of `now`
//                                             join:   s' = phi [first, test], [v', again]
//                                               use s'
//===----------------------------------------------------------------------===//
#include "prepare/ChosenIteration.h"
#include "limits/prepare.h"
#include "memory/Writes.h"
#include "support/Analyses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned fewIterations = 4;

/// A loop in simplified form that ends at its latch, and what it chooses.
struct Choice {
  Loop *loop = nullptr;
  PHINode *phi = nullptr;
  SelectInst *select = nullptr;
  Value *chosen = nullptr;                 ///< in each iteration
  SmallSetVector<PHINode *, 4> inductions; ///< that it is made of

  bool isWhenTrue() const { return select->getTrueValue() == chosen; }
};

class Finder {
public:
  explicit Finder(Function &function)
      : analyses(function), loops(analyses.loopInfo()), writes(function, analyses) {}

  std::optional<Choice> find() {
    for (Loop *loop : loops.getLoopsInPreorder())
      if (hasForm(*loop))
        for (PHINode &phi : loop->getHeader()->phis())
          if (std::optional<Choice> choice = choiceOf(*loop, phi))
            return choice;
    return std::nullopt;
  }

private:
  bool hasForm(const Loop &loop) {
    return !loop.getSubLoops().empty() && loop.getLoopPreheader() && loop.getLoopLatch() &&
           loop.getExitingBlock() == loop.getLoopLatch() && loop.getExitBlock() &&
           loop.getExitBlock()->getSinglePredecessor() && !isShort(loop) &&
           none_of(loop.blocks(), [&](const BasicBlock *block) { return hasEffects(*block); });
  }

  bool isShort(const Loop &loop) {
    unsigned trips = analyses.scalarEvolution().getSmallConstantTripCount(&loop);
    return trips != 0 && trips < fewIterations;
  }

  static bool hasEffects(const BasicBlock &block) {
    return !isa<BranchInst>(block.getTerminator()) || any_of(block, [](const Instruction &at) {
      return writesMemory(at) || at.isAtomic() || at.isVolatile() ||
             !isGuaranteedToTransferExecutionToSuccessor(&at);
    });
  }

  std::optional<Choice> choiceOf(Loop &loop, PHINode &phi) {
    auto *select = dyn_cast<SelectInst>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
    if (!phi.getType()->isFloatingPointTy() || !select || !loop.contains(select) ||
        (select->getTrueValue() == &phi) == (select->getFalseValue() == &phi))
      return std::nullopt;
    Choice choice{&loop, &phi, select, nullptr, {}};
    choice.chosen =
        select->getTrueValue() == &phi ? select->getFalseValue() : select->getTrueValue();
    if (!isOnlyCompared(phi, choice) || !isOnlyCompared(*choice.chosen, choice) ||
        !leavesLoop(choice) || !canRunAgain(choice))
      return std::nullopt;
    return choice;
  }

  static bool isOnlyCompared(const Value &value, const Choice &choice) {
    return !value.hasUseList() || // a constant
           all_of(value.users(),
                  [&](const User *user) { return user == choice.select || isa<FCmpInst>(user); });
  }

  /// Is the result used only by the next iteration and behind the loop?
  static bool leavesLoop(const Choice &choice) {
    bool isUsed = false;
    for (const User *user : choice.select->users()) {
      bool isBehind = !choice.loop->contains(cast<Instruction>(user));
      if (!isBehind && user != choice.phi)
        return false;
      isUsed |= isBehind;
    }
    return isUsed;
  }

  /// Is the chosen value made of the counters alone, with a loop, of memory that stays?
  bool canRunAgain(Choice &choice) {
    SmallSetVector<Instruction *, 32> made;
    auto take = [&](Value *value) {
      if (auto *at = dyn_cast<Instruction>(value); at && choice.loop->contains(at))
        made.insert(at);
    };
    take(choice.chosen);
    for (BasicBlock *block : choice.loop->blocks()) // its way through the iteration
      if (auto *branch = cast<BranchInst>(block->getTerminator());
          branch->isConditional() && block != choice.loop->getLoopLatch())
        take(branch->getCondition());
    bool hasLoop = false;
    for (size_t i = 0; i != made.size(); ++i) {
      Instruction &at = *made[i];
      auto *phi = dyn_cast<PHINode>(&at);
      if (phi && at.getParent() == choice.loop->getHeader()) {
        if (!isInduction(*phi, *choice.loop))
          return false;
        choice.inductions.insert(phi);
        continue;
      }
      hasLoop |= loops.getLoopFor(at.getParent()) != choice.loop;
      if (!givesTheSame(at, *choice.loop))
        return false;
      for (Value *operand : at.operand_values())
        take(operand);
    }
    return hasLoop && isa<Instruction>(choice.chosen) &&
           made.contains(cast<Instruction>(choice.chosen));
  }

  bool isInduction(PHINode &phi, const Loop &loop) {
    ScalarEvolution &evolution = analyses.scalarEvolution();
    auto *value = evolution.isSCEVable(phi.getType())
                      ? dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi))
                      : nullptr;
    return value && value->getLoop() == &loop;
  }

  bool givesTheSame(const Instruction &at, const Loop &loop) {
    auto *load = dyn_cast<LoadInst>(&at);
    if (!load)
      return !at.mayReadFromMemory();
    const Loop *outermost = loop.getOutermostLoop();
    MemoryLocation read = MemoryLocation::get(load);
    return none_of(writes.all(), [&](const Instruction *write) {
      return outermost->contains(write) && writes.mayTouch(*write, read);
    });
  }

  Analyses analyses;
  LoopInfo &loops;
  Writes writes;
};

class Rewrite {
public:
  explicit Rewrite(const Choice &choice)
      : choice(choice), loop(*choice.loop), latch(loop.getLoopLatch()),
        behind(loop.getExitBlock()) {}

  void run() {
    Value *ever = remember(ConstantInt::getFalse(latch->getContext()),
                           ConstantInt::getTrue(latch->getContext()), "any");
    for (PHINode *phi : choice.inductions)
      copies[phi] = remember(phi->getIncomingValueForBlock(loop.getLoopPreheader()), phi, "last");
    Function &function = *latch->getParent();
    auto *test = BasicBlock::Create(function.getContext(), "chosen", &function, behind);
    SmallVector<BasicBlock *, 8> again = copyIteration();
    auto *join = BasicBlock::Create(function.getContext(), "chosen.end", &function, behind);
    auto *end = cast<BasicBlock>(static_cast<Value *>(copies[latch]));
    end->getTerminator()->eraseFromParent();
    BranchInst::Create(join, end);
    auto *first = cast<BasicBlock>(static_cast<Value *>(copies[loop.getHeader()]));
    BranchInst::Create(first, join, ever, test);
    IRBuilder<> builder(join);
    PHINode *result = builder.CreatePHI(choice.phi->getType(), 2, choice.select->getName());
    result->addIncoming(choice.phi->getIncomingValueForBlock(loop.getLoopPreheader()), test);
    result->addIncoming(copies[choice.chosen], end);
    builder.CreateBr(behind);
    latch->getTerminator()->replaceSuccessorWith(behind, test);
    for (PHINode &phi : behind->phis()) {
      phi.replaceIncomingBlockWith(latch, join);
      if (phi.getIncomingValueForBlock(join) == choice.select)
        phi.setIncomingValueForBlock(join, result);
    }
    dropUnused(again);
  }

private:
  /// What `value` was in the last iteration that was chosen, before one `first`.
  Value *remember(Value *first, Value *value, const char *name) {
    IRBuilder<> builder(loop.getHeader(), loop.getHeader()->begin());
    PHINode *last = builder.CreatePHI(value->getType(), 2, name);
    builder.SetInsertPoint(latch->getTerminator());
    Value *condition = choice.select->getCondition();
    Value *now = choice.isWhenTrue() ? builder.CreateSelect(condition, value, last)
                                     : builder.CreateSelect(condition, last, value);
    last->addIncoming(first, loop.getLoopPreheader());
    last->addIncoming(now, latch);
    return now;
  }

  /// One iteration, of the counters remembered. What else came from the iteration before
  /// plays no part; it only must be something.
  SmallVector<BasicBlock *, 8> copyIteration() {
    Function &function = *latch->getParent();
    SmallVector<BasicBlock *, 8> again;
    for (PHINode &phi : loop.getHeader()->phis())
      if (!copies.count(&phi))
        copies[&phi] = Constant::getNullValue(phi.getType());
    for (BasicBlock *block : loop.blocks()) {
      BasicBlock *copy =
          BasicBlock::Create(function.getContext(), block->getName() + ".again", &function, behind);
      copies[block] = copy;
      again.push_back(copy);
      for (Instruction &at : *block) {
        if (copies.count(&at))
          continue; // a phi of the header
        Instruction *twin = at.clone();
        twin->setName(at.getName());
        twin->insertInto(copy, copy->end());
        copies[&at] = twin;
      }
    }
    remapInstructionsInBlocks(again, copies);
    return again;
  }

  /// What the copy only compared.
  static void dropUnused(ArrayRef<BasicBlock *> blocks) {
    SmallVector<WeakTrackingVH, 32> all;
    for (BasicBlock *block : blocks)
      for (Instruction &at : *block)
        if (isInstructionTriviallyDead(&at))
          all.push_back(&at);
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(all);
  }

  const Choice &choice;
  Loop &loop;
  BasicBlock *latch, *behind;
  ValueToValueMapTy copies;
};

} // namespace

static bool choosesFloats(const Function &function) {
  return any_of(instructions(function), [](const Instruction &at) {
    return isa<SelectInst>(at) && at.getType()->isFloatingPointTy();
  });
}

bool computeChosenAgain(Function &function) {
  bool isChanged = false;
  if (!choosesFloats(function)) // most do not, and need no analysis
    return false;
  for (unsigned i = 0; i != limits::choicesOfIterations; ++i) {
    Finder finder(function);
    std::optional<Choice> choice = finder.find();
    if (!choice)
      break;
    Rewrite(*choice).run();
    isChanged = true;
  }
  return isChanged;
}

} // namespace enzyme
