//===- SharedLoops.cpp ----------------------------------------------------===//
//
// Compilers ask OpenMP's runtime for a share of a loop's iterations, and run through it with an
// index that goes up by one, from what the runtime wrote.
//===----------------------------------------------------------------------===//
#include "shadow/SharedLoops.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

std::optional<TeamCall> teamCallBy(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->isDeclaration() && isa<CallInst>(call)
             ? teamCallIn(teamRows, call, callee->getName())
             : std::nullopt;
}

namespace {

class SharedLoops {
public:
  SharedLoops(Function &function, Analyses &analyses)
      : analyses(analyses), evolution(analyses.scalarEvolution()) {
    for (Instruction &at : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&at))
        if (auto what = teamCallBy(*call); what == TeamCall::Share ||
                                           what == TeamCall::BeginDispatch ||
                                           what == TeamCall::NextDispatch)
          shares.push_back(call);
  }

  std::optional<SharedLoop> sharedLoop(const Loop &loop);

private:
  std::optional<SharedLoop> countedLoop(const Loop &loop);
  const CallInst *beginOf(const Value &low, const Loop &loop);
  const CallInst *beginOfDispatch(const CallInst &next);

  Analyses &analyses;
  ScalarEvolution &evolution;
  SmallVector<const CallInst *, 8> shares;
};

/// Which loop it is that `next` gives a share of: the call that begins it.
const CallInst *SharedLoops::beginOfDispatch(const CallInst &next) {
  const CallInst *begin = nullptr;
  for (const CallInst *other : shares) {
    if (teamCallBy(*other) != TeamCall::BeginDispatch ||
        !analyses.dominators().dominates(other, &next))
      continue;
    if (begin && !analyses.dominators().dominates(begin, other))
      return nullptr;
    begin = other;
  }
  return begin;
}

/// The call that shares out a loop which begins at what `low` was loaded from.
const CallInst *SharedLoops::beginOf(const Value &low, const Loop &loop) {
  auto *load = dyn_cast<LoadInst>(&low);
  const Value *variable = load ? load->getPointerOperand() : nullptr;
  const CallInst *begin = nullptr;
  for (const CallInst *call : shares) {
    auto what = teamCallBy(*call);
    bool isStatic = what == TeamCall::Share;
    if (what == TeamCall::BeginDispatch || call->getArgOperand(isStatic ? 4 : 3) != variable)
      continue;
    const CallInst *own = isStatic ? call : beginOfDispatch(*call);
    if (!own || (begin && begin != own))
      return nullptr; // a variable of two loops
    begin = own;
  }
  return begin && !loop.contains(begin) ? begin : nullptr;
}

std::optional<SharedLoop> SharedLoops::sharedLoop(const Loop &loop) {
  for (const PHINode &phi : loop.getHeader()->phis()) {
    if (!evolution.isSCEVable(phi.getType()) || !phi.getType()->isIntegerTy())
      continue;
    // const_cast: LLVM's analysis asks for it; nothing changes
    auto *index = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(const_cast<PHINode *>(&phi)));
    if (!index || index->getLoop() != &loop || !index->isAffine() ||
        !index->getStepRecurrence(evolution)->isOne())
      continue;
    const SCEV *start = index->getStart(), *low = start;
    while (auto *cast = dyn_cast<SCEVCastExpr>(low))
      low = cast->getOperand();
    auto *value = dyn_cast<SCEVUnknown>(low);
    if (const CallInst *begin = value ? beginOf(*value->getValue(), loop) : nullptr)
      return SharedLoop{&loop, start, begin};
    if (start->isZero())
      if (std::optional<SharedLoop> counted = countedLoop(loop))
        return counted;
  }
  return std::nullopt;
}

/// flang counts from zero, as often as the last index is behind the first.
std::optional<SharedLoop> SharedLoops::countedLoop(const Loop &loop) {
  const SCEV *count = evolution.getBackedgeTakenCount(&loop);
  auto *difference = dyn_cast<SCEVAddExpr>(count);
  if (!difference)
    return std::nullopt;
  for (const SCEV *part : difference->operands()) {
    auto *minus = dyn_cast<SCEVMulExpr>(part);
    auto *low = minus && minus->getNumOperands() == 2 && minus->getOperand(0)->isAllOnesValue()
                    ? dyn_cast<SCEVUnknown>(minus->getOperand(1))
                    : nullptr;
    auto *last = dyn_cast<SCEVUnknown>(low ? evolution.getAddExpr(count, low) : count);
    auto *high = last ? dyn_cast<LoadInst>(last->getValue()) : nullptr;
    const CallInst *begin = high ? beginOf(*low->getValue(), loop) : nullptr;
    if (begin && teamCallBy(*begin) == TeamCall::Share &&
        begin->getArgOperand(5) == high->getPointerOperand())
      return SharedLoop{&loop, low, begin};
  }
  return std::nullopt;
}

} // namespace

std::vector<SharedLoop> findSharedLoops(Function &function, Analyses &analyses) {
  SharedLoops search(function, analyses);
  std::vector<SharedLoop> found;
  for (Loop *loop : analyses.loopInfo().getLoopsInPreorder())
    if (std::optional<SharedLoop> shared = search.sharedLoop(*loop))
      found.push_back(*shared);
  return found;
}

} // namespace enzyme
