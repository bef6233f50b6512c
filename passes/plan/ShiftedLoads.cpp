//===- ShiftedLoads.cpp ---------------------------------------------------===//
//
// Problem: y[i] = (x[i + 1] - x[i - 2]) * x[i - 1] reads one array three times. If
// x is overwritten before the reverse sweep, keeping what each of the loads gave keeps
// the array three times.
//
// Here: loads of one loop that walk over the same places, one some iterations behind
// the other. What the first of them (the leader) gave is enough for all; of the places
// in front of its own first one the tape has a few elements more (TapeField::lead).
// While the loop runs, nothing may write to a place that the last of them has still to read (in
// `v[i] = v[i + 1] + v[i]` the store comes behind it), and all of them must load whenever an
// iteration begins: then the places between their first ones lie within one object.
//===----------------------------------------------------------------------===//
#include "plan/ShiftedLoads.h"
#include "limits/plan.h"
#include "support/LoopForm.h"
#include "support/Mutation.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace enzyme {
namespace {

struct Candidate {
  LoadInst *load;
  const LoadInst *prepared;
  const SCEVAddRecExpr *address;
  int64_t step; ///< bytes from one iteration to the next
};

class ShiftFinder {
public:
  ShiftFinder(const ShadowedPrimal &primal, const Plan &plan, Analyses &analyses)
      : primal(primal), plan(plan), analyses(analyses) {}

  MapVector<LoadInst *, ShiftedLoad> find() {
    MapVector<unsigned, std::vector<Candidate>> ofLevel;
    for (BasicBlock &block : *primal.function)
      if (unsigned level = plan.levelOf.lookup(&block); plan.levels[level].isCounted())
        for (Instruction &instruction : block)
          if (auto *load = dyn_cast<LoadInst>(&instruction))
            if (std::optional<Candidate> candidate = candidateOf(*load))
              ofLevel[level].push_back(*candidate);
    for (auto &[level, candidates] : ofLevel)
      while (candidates.size() > 1)
        takeFamily(candidates);
    return std::move(found);
  }

private:
  std::optional<Candidate> candidateOf(LoadInst &load);
  bool neverStops(const Loop &loop);
  bool isMadeOfPhis(const Value *value, const Loop &loop, unsigned depth = 0) const;
  void takeFamily(std::vector<Candidate> &candidates);
  void follow(std::vector<std::pair<int64_t, Candidate>> &family);
  bool staysInLoop(const Candidate &candidate);

  const ShadowedPrimal &primal;
  const Plan &plan;
  Analyses &analyses;
  DenseMap<const Loop *, bool> stopping;
  std::optional<Overwritten> overwritten; ///< asked only where loads are shifted
  MapVector<LoadInst *, ShiftedLoad> found;
};

/// Is the address available before the loop? (inFirstIteration, emit/Tape.cpp)
bool ShiftFinder::isMadeOfPhis(const Value *value, const Loop &loop, unsigned depth) const {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction))
    return true;
  if (isa<PHINode>(instruction))
    return instruction->getParent() == loop.getHeader();
  return isAddressArithmetic(*instruction) && depth != limits::depthOfShiftedAddress &&
         all_of(instruction->operand_values(),
                [&](const Value *operand) { return isMadeOfPhis(operand, loop, depth + 1); });
}

/// Loops are asked about once for all their loads.
bool ShiftFinder::neverStops(const Loop &loop) {
  auto [answer, isNew] = stopping.try_emplace(&loop, false);
  if (isNew)
    answer->second = mayStop(loop);
  return !answer->second || mutation::breaks("shifted-load", "stops");
}

std::optional<Candidate> ShiftFinder::candidateOf(LoadInst &load) {
  auto *prepared = dyn_cast_or_null<LoadInst>(primal.origin(&load));
  const Loop *loop = analyses.loopInfo().getLoopFor(load.getParent());
  Type *type = load.getType();
  if (!prepared || primal.mirrors.contains(&load) || !load.isSimple() || !loop ||
      !(type->isFloatingPointTy() || type->isIntegerTy()) || !neverStops(*loop) ||
      !(runsWheneverEntered(load, *loop, analyses.dominators()) ||
        mutation::breaks("shifted-load", "left out")))
    return std::nullopt;
  ScalarEvolution &evolution = analyses.scalarEvolution();
  auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(load.getPointerOperand()));
  if (!address || address->getLoop() != loop || !address->isAffine() ||
      !isMadeOfPhis(load.getPointerOperand(), *loop))
    return std::nullopt;
  auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution));
  if (!step || step->getAPInt().getSignificantBits() > 32)
    return std::nullopt;
  return Candidate{&load, prepared, address, step->getAPInt().getSExtValue()};
}

/// Those that are a number of iterations apart from the last one.
void ShiftFinder::takeFamily(std::vector<Candidate> &candidates) {
  Candidate last = candidates.back();
  std::vector<std::pair<int64_t, Candidate>> family; // how many iterations ahead of the last
  erase_if(candidates, [&](const Candidate &other) {
    if (other.step != last.step || other.load->getType() != last.load->getType())
      return false;
    auto distance = analyses.scalarEvolution().computeConstantDifference(other.address->getStart(),
                                                                         last.address->getStart());
    if (!distance || distance->getSignificantBits() > 32 ||
        distance->getSExtValue() % last.step != 0)
      return false;
    family.push_back({distance->getSExtValue() / last.step, other});
    return true;
  });
  if (family.size() > 1)
    follow(family);
}

void ShiftFinder::follow(std::vector<std::pair<int64_t, Candidate>> &family) {
  erase_if(family, [&](const auto &member) { return !staysInLoop(member.second); });
  stable_sort(family, [](const auto &a, const auto &b) { return a.first > b.first; });
  for (auto leader = family.begin(); leader != family.end();) {
    auto next = leader + 1;
    for (; next != family.end() && uint64_t(leader->first - next->first) <= limits::elementsShifted;
         ++next)
      found[next->second.load] = {leader->second.load, unsigned(leader->first - next->first),
                                  next->second.step};
    leader = next;
  }
}

/// Must it be kept, and does nothing write there ahead of it while its loop runs?
bool ShiftFinder::staysInLoop(const Candidate &candidate) {
  if (!overwritten)
    overwritten.emplace(primal);
  return overwritten->mayChange(*candidate.prepared) &&
         (!overwritten->mayChangeAhead(*candidate.prepared) ||
          mutation::breaks("shifted-load", "changed"));
}

} // namespace

MapVector<LoadInst *, ShiftedLoad> findShiftedLoads(const ShadowedPrimal &primal, const Plan &plan,
                                                    Analyses &analyses) {
  return ShiftFinder(primal, plan, analyses).find();
}

} // namespace enzyme
