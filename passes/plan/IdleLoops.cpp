//===- IdleLoops.cpp ------------------------------------------------------===//
#include "plan/IdleLoops.h"
#include "limits/plan.h"
#include "support/Mutation.h"

using namespace llvm;

namespace enzyme {
namespace {

class Search {
public:
  Search(const ShadowedPrimal &primal, const Plan &plan, Loop &loop)
      : primal(primal), plan(plan), loop(loop) {}

  /// Where the loop's results are chosen; none if the loop has more to do in reverse.
  std::optional<IdleLoop> run() {
    BasicBlock *behind = loop.getExitBlock(), *before = loop.getLoopPreheader();
    if (!behind || !before || !loop.getExitingBlock() || !behind->getSinglePredecessor() ||
        !plan.reversed.contains(behind) ||
        !(onlyAdds() || mutation::breaks("idle-loop", "does more")))
      return std::nullopt;
    for (PHINode &result : behind->phis())
      if (primal.isActive(&result) && !isChosen(result, 0))
        return std::nullopt;
    if (!found.condition || !isKnownBehind(*behind) || !plan.needs.contains(found.condition))
      return std::nullopt;
    found.before = before;
    return found;
  }

private:
  const std::vector<LinearStep> &stepsOf(BasicBlock &block) const {
    return plan.steps.find(&block)->second;
  }

  /// Does the reverse of the loop do nothing but add products of the results' adjoints?
  bool onlyAdds() const {

    return all_of(loop.blocks(), [&](BasicBlock *block) {
      return all_of(stepsOf(*block), [](const LinearStep &step) {
        auto *load = std::get_if<LoadStep>(&step);
        return std::holds_alternative<ScaleStep>(step) || std::holds_alternative<RouteStep>(step) ||
               std::holds_alternative<PhiStep>(step) || (load && !load->isUpdated);
      });
    });
  }

  /// Does `value` go nowhere but into selects of one condition, on one side?
  bool isChosen(Value &value, unsigned depth) {
    return depth != limits::blocksOfIdleLoop && all_of(value.uses(), [&](const Use &use) {
             auto *user = cast<Instruction>(use.getUser());
             if (!user->mayHaveSideEffects() && !user->isTerminator() && !primal.isActive(user))
               return true;
             if (auto *phi = dyn_cast<PHINode>(user))
               return !primal.control.loops.contains(phi->getParent()) && isChosen(*phi, depth + 1);
             auto *select = dyn_cast<SelectInst>(user);
             return select && use.getOperandNo() != 0 &&
                    agrees(*select->getCondition(), use.getOperandNo() == 1);
           });
  }

  bool agrees(Value &condition, bool ifTrue) {

    if (!found.condition)
      found = {&condition, ifTrue, nullptr};
    return (found.condition == &condition && found.ifTrue == ifTrue) ||
           mutation::breaks("idle-loop", "chosen otherwise");
  }

  /// Is the choice made whenever the loop was left, in the same iteration of the next one?
  bool isKnownBehind(BasicBlock &behind) const {
    auto *choice = dyn_cast<Instruction>(found.condition);
    if (!choice || !choice->getType()->isIntegerTy(1))
      return false;
    BasicBlock *block = &behind;
    for (unsigned i = 0; i != limits::blocksOfIdleLoop && block; ++i) {
      if (choice->getParent() == block)
        return plan.levelOf.lookup(block) == plan.levelOf.lookup(&behind);
      block = block->getSingleSuccessor();
    }
    return false;
  }

  const ShadowedPrimal &primal;
  const Plan &plan;
  Loop &loop;
  IdleLoop found;
};

} // namespace

DenseMap<BasicBlock *, IdleLoop> findIdleLoops(const ShadowedPrimal &primal, const Plan &plan,
                                               LoopInfo &loops) {
  DenseMap<BasicBlock *, IdleLoop> idle;
  if (primal.key.errors != Errors::None)
    return idle;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (auto found = Search(primal, plan, *loop).run())
      idle[loop->getExitBlock()] = *found;
  return idle;
}

} // namespace enzyme
