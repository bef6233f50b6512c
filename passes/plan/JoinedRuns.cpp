//===- JoinedRuns.cpp -----------------------------------------------------===//
//
// Problem: a mixture of distributions visits, for each component, a few numbers:
//
//     for (j = 0; j < k; j++)
//       for (r = 0; r < d; r++)
//         … kept …
//
// With arrays for each run of the inner loop every component asks for memory, stores its address,
// and loads it in the reverse sweep. With two numbers that is as dear as what is computed.
//
// Here: where it is known ahead of the outer loop how often the inner one iterates, one block of
// memory holds what all its runs keep. It is that of the outer loop:
//
//     arrays of the outer loop | run 0 of inner loop A | run 0 of B | run 1 of A | run 1 of B | …
//
// and a run begins at a distance that follows from the outer loop's counter. What an iteration
// keeps lies together, as before. Loops three deep do the same twice.
//
// An inner loop that only some iterations run keeps its own arrays: else memory for all of them
// would be taken, and most of it for nothing. But where the conditions are the same in all
// iterations and known ahead, all run it or none does. So does an inner loop of an outer one that
// may be left in the middle, by an exception or the program's end: memory is taken for the
// iterations that were to come, and they may be more than any memory holds.
//===----------------------------------------------------------------------===//
#include "plan/JoinedRuns.h"
#include "limits/plan.h"
#include "rules/gpu/Devices.h"
#include "support/Ablation.h"
#include "support/Mutation.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace enzyme {

bool isKnownAhead(const Value &value, const Loop &loop, const DominatorTree &dominators) {
  auto *instruction = dyn_cast<Instruction>(&value);
  return !instruction ||
         dominators.dominates(instruction, loop.getLoopPreheader()->getTerminator());
}

namespace {

using Guards = SmallVector<TapeLevel::Guard, 2>;

class RunJoiner {
public:
  RunJoiner(Plan &plan, Function &function, Analyses &analyses)
      : plan(plan), dominators(analyses.dominators()), loops(analyses.loopInfo()),
        postDominators(analyses.manager().getResult<PostDominatorTreeAnalysis>(function)) {}

  void join(const BitVector &used) {
    for (unsigned level = plan.levels.size(); --level > 0;) // what is inside first
      if (used.test(level) && isJoined(level)) {
        std::vector<unsigned> &all = plan.levels[plan.levels[level].parent].joined;
        all.insert(all.begin(), level);
        plan.levels[level].isJoined = true;
      }
  }

private:
  const Loop &loopOf(unsigned level) const { return *loops.getLoopFor(plan.levels[level].header); }
  bool isJoined(unsigned level);
  bool isMeasuredAhead(unsigned level, const Loop &loop) const;
  bool mayBeLeft(const Loop &loop);
  std::optional<Guards> guardsOf(const Loop &inner, const Loop &outer) const;
  const BasicBlock *blockBefore(const BasicBlock &block, const Loop &outer, Guards &guards) const;

  Plan &plan;
  DominatorTree &dominators;
  LoopInfo &loops;
  PostDominatorTree &postDominators;
  DenseMap<const Loop *, bool> left;
};

bool RunJoiner::isJoined(unsigned level) {
  TapeLevel &at = plan.levels[level];
  if (at.parent == 0 || !at.isCounted() || !plan.levels[at.parent].isCounted())
    return false;
  const Loop &outer = loopOf(at.parent);
  std::optional<Guards> guards = guardsOf(loopOf(level), outer);
  if (!guards || mayBeLeft(outer))
    return false;
  at.guards.assign(guards->begin(), guards->end());
  return isMeasuredAhead(level, outer);
}

/// Are the bytes of a run of the level's loop known when `loop` is entered?
bool RunJoiner::isMeasuredAhead(unsigned level, const Loop &loop) const {
  const TapeLevel &at = plan.levels[level];
  if (mutation::breaks("joined-runs", "varying"))
    return true;
  return isKnownAhead(*at.trips, loop, dominators) &&
         all_of(at.guards,
                [&](const TapeLevel::Guard &guard) {
                  return isKnownAhead(*guard.condition, loop, dominators);
                }) &&
         all_of(at.joined, [&](unsigned inner) { return isMeasuredAhead(inner, loop); });
}

bool RunJoiner::mayBeLeft(const Loop &loop) {
  auto [known, isNew] = left.try_emplace(&loop, false);
  if (isNew)
    known->second = any_of(loop.blocks(), [](const BasicBlock *block) {
      return any_of(*block, [](const Instruction &at) {
        return isa<CallBase>(at) && !isGuaranteedToTransferExecutionToSuccessor(&at);
      });
    });
  return known->second && !mutation::breaks("joined-runs", "left");
}

/// The conditions under which an iteration of `outer` runs `inner`, the outermost first. What comes
/// behind the block that leaves `outer` may not come even once, and may have no sensible length.
std::optional<Guards> RunJoiner::guardsOf(const Loop &inner, const Loop &outer) const {
  Guards guards;
  const BasicBlock *block = inner.getLoopPreheader();
  for (unsigned step = 0; !dominators.dominates(block, outer.getExitingBlock()); ++step) {
    block = step < limits::blocksToRun ? blockBefore(*block, outer, guards) : nullptr;
    if (!block)
      return std::nullopt;
  }
  std::reverse(guards.begin(), guards.end());
  return guards;
}

/// One that comes before `block` in an iteration, and after which `block` comes where the last
/// guard, if it is new, is met.
const BasicBlock *RunJoiner::blockBefore(const BasicBlock &block, const Loop &outer,
                                         Guards &guards) const {
  const auto *node = dominators.getNode(&block)->getIDom();
  const BasicBlock *before = node ? node->getBlock() : nullptr;
  if (!before || !outer.contains(before))
    return nullptr;
  const Loop *loop = loops.getLoopFor(before);
  if (loop != &outer) { // the end of another inner loop
    while (loop->getParentLoop() != &outer)
      loop = loop->getParentLoop();
    return loop->getUniqueExitBlock() == &block ? loop->getLoopPreheader() : nullptr;
  }
  if (postDominators.dominates(&block, before))
    return before;
  auto *branch = dyn_cast<BranchInst>(before->getTerminator());
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1) ||
      block.getSinglePredecessor() != before)
    return nullptr;
  guards.push_back({branch->getCondition(), branch->getSuccessor(0) == &block});
  return before;
}

} // namespace

void joinRuns(const ShadowedPrimal &primal, Plan &plan, const BitVector &used, Analyses &analyses) {
  // On devices arrays of few iterations lie on the stack, and others in slots.
  if (!isForDevice(*primal.function->getParent()) && !ablation::leavesOut("joined"))
    RunJoiner(plan, *primal.function, analyses).join(used);
}

} // namespace enzyme
