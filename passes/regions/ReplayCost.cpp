//===- ReplayCost.cpp ----------------------------------------------------------===//
//
// A value would be kept if a partial reads it and it cannot be recomputed from what
// stays: loads of memory that is not written later, loop counters, cheap operations
// on those.
//===----------------------------------------------------------------------===//
#include "regions/ReplayCost.h"
#include "regions/Cost.h"
#include "rules/Formulas.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned aHandful = 5;
/// Arrays that are kept for each that is copied, above which the second run costs less.
constexpr unsigned keptForEachCopy = 3;

class Estimate {
public:
  Estimate(Loop &loop, Replayable &replayable, Analyses &analyses, const ActivityResults *activity)
      : loop(loop), replayable(replayable), activity(activity), loops(analyses.loopInfo()),
        evolution(analyses.scalarEvolution()) {}

  bool isMoreThan(unsigned values) {
    for (BasicBlock *block : loop.blocks()) {
      if (loops.getLoopFor(block) != &loop && decides(*block))
        return true;
      for (Instruction &at : *block)
        if (!mayBeActive(at))
          continue;
        else if (auto formula = formulaFor(at))
          addNeeds(*formula);
        else if (keepsATape(at))
          return true;
    }
    return isInside || here.size() > values;
  }

  /// Of arrays in inner loops, as often as a loop reads one.
  unsigned arraysRead() {
    SmallSet<std::pair<const Loop *, const Value *>, 8> arrays;
    SmallPtrSet<Instruction *, 32> seen;
    SmallVector<Instruction *, 32> work(here.begin(), here.end());
    while (!work.empty()) {
      Instruction *at = work.pop_back_val();
      if (!seen.insert(at).second)
        continue;
      const Loop *inner = loops.getLoopFor(at->getParent());
      if (auto *load = dyn_cast<LoadInst>(at); load && inner != &loop)
        arrays.insert({inner, getUnderlyingObject(load->getPointerOperand(), 0)});
      else if (isCheapToRepeat(*at))
        for (Value *operand : at->operand_values())
          if (isKept(operand))
            work.push_back(cast<Instruction>(operand));
    }
    return arrays.size();
  }

  /// Does an iteration only move and combine numbers?
  bool isCheap() const {
    return all_of(loop.blocks(), [](const BasicBlock *block) {
      return all_of(*block, [](const Instruction &at) {
        auto *call = dyn_cast<CallBase>(&at);
        bool isMove = isa<LoadInst, StoreInst, PHINode, MemIntrinsic>(at) || at.isTerminator() ||
                      at.isDebugOrPseudoInst() || (call && call->isLifetimeStartOrEnd());
        return isMove || (isCheapToRepeat(at) && at.getOpcode() != Instruction::FDiv);
      });
    });
  }

private:
  bool mayBeActive(const Instruction &at) const { return !activity || activity->isActive(at); }

  /// Would the reverse sweep have to know where an inner block came from or went?
  bool decides(BasicBlock &block) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    Loop *inner = loops.getLoopFor(&block);
    return branch && branch->isConditional() && inner->getExitingBlock() != &block &&
           isKept(branch->getCondition());
  }

  /// A call of a function that returns floats; while it is not known what is active, also of one
  /// that may write some.
  bool keepsATape(const Instruction &at) const {
    auto *call = dyn_cast<CallBase>(&at);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    auto isPointer = [](const Use &argument) { return argument->getType()->isPointerTy(); };
    return callee && !callee->isDeclaration() &&
           (at.getType()->isFPOrFPVectorTy() ||
            (!activity && !call->onlyReadsMemory() && any_of(call->args(), isPointer)));
  }

  void addNeeds(const BoundFormula &formula) {
    for (unsigned o = 0; o != formula.outputs.size(); ++o)
      for (unsigned i = 0; i != formula.inputs.size(); ++i)
        if (formula.hasPartial(o, i) && !isa<Constant>(formula.inputs[i].value))
          for (Value *value : formula.needs(o, i))
            if (isKept(value))
              add(*cast<Instruction>(value));
  }

  void add(Instruction &value) {
    if (loops.getLoopFor(value.getParent()) != &loop)
      isInside = true;
    here.insert(&value);
  }

  bool isKept(Value *value) {
    auto *at = dyn_cast<Instruction>(value);
    if (!at || !loop.contains(at))
      return false;
    auto [known, isNew] = kept.try_emplace(at, true);
    if (isNew) {
      bool answer = mustKeep(*at);
      kept[at] = answer;
      return answer;
    }
    return known->second;
  }

  bool mustKeep(Instruction &at) {
    if (auto *load = dyn_cast<LoadInst>(&at))
      return !replayable.isStable(*load, loop) || isKept(load->getPointerOperand());
    if (auto *phi = dyn_cast<PHINode>(&at))
      return !evolution.isSCEVable(phi->getType()) || !isa<SCEVAddRecExpr>(evolution.getSCEV(phi));
    bool isQuotient = at.getOpcode() == Instruction::FDiv;
    return !isCheapToRepeat(at) || isQuotient ||
           any_of(at.operand_values(), [&](Value *operand) { return isKept(operand); });
  }

  Loop &loop;
  Replayable &replayable;
  const ActivityResults *activity;
  LoopInfo &loops;
  ScalarEvolution &evolution;
  DenseMap<Instruction *, bool> kept;
  SmallPtrSet<Instruction *, 16> here;
  bool isInside = false;
};

} // namespace

bool isWorthReplaying(Loop &loop, Replayable &replayable, Analyses &analyses,
                      const ReplayCase &replay) {
  Estimate estimate(loop, replayable, analyses, replay.activity);
  bool isMore = estimate.isMoreThan(replay.runsOnce ? 0 : aHandful);
  if (!isMore || !replay.terms || replay.terms->copied.empty())
    return isMore;
  replay.terms->arraysKept = estimate.arraysRead();
  return estimate.isCheap() &&
         replay.terms->arraysKept >= keptForEachCopy * replay.terms->copied.size();
}

} // namespace enzyme
