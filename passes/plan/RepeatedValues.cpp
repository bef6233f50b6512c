//===- RepeatedValues.cpp -------------------------------------------------===//
//
// Problem: each block of a Fourier transform turns by the same angles,
//
//     for (start = 0; start < n; start += 2 * half)
//       for (w = 1, k = 0; k < half; k++, w *= root)
//         … w * x[start + half + k] …
//
// and the reverse sweep needs w. Kept in each iteration these are n / 2 numbers a pass, though
// there are only `half`.
//
// Here: values of an inner loop that are the same in its k-th iteration whenever it runs, as long
// as a loop around it goes on: they are made of what is computed before that loop, of loads of
// memory that nothing in it writes, and of each other from iteration to iteration. One array
// for all runs of the inner loop is enough (TapeLevel::loop). Each run stores what is there
// already, so nothing is asked of how often it iterates, nor when it runs; but a run that needs a
// larger array must fill it, so that only values of each iteration will do.
//
// The height of a value is the number of loops around its own in which it is the same; heights
// of phis begin at the highest and fall until all agree.
//===----------------------------------------------------------------------===//
#include "plan/RepeatedValues.h"
#include "limits/plan.h"
#include "regions/Cost.h"
#include "rules/gpu/Devices.h"
#include "support/Ablation.h"
#include "support/Mutation.h"
#include "llvm/Analysis/LoopIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

class RepeatFinder {
public:
  RepeatFinder(const ShadowedPrimal &primal, const Plan &plan, Recomputing &recomputing,
               Analyses &analyses)
      : primal(primal), plan(plan), recomputing(recomputing), analyses(analyses) {}

  DenseMap<Value *, unsigned> find() {
    for (unsigned level : levelsNeeded())
      visit(level);
    return std::move(found);
  }

private:
  SmallSetVector<unsigned, 8> levelsNeeded();
  void visit(unsigned level);
  bool settle(ArrayRef<BasicBlock *> blocks);
  unsigned heightOf(const Value *value) const;
  unsigned heightOf(const LoadInst &load);
  unsigned loopsAroundWithoutWrites(const LoadInst &load);
  unsigned computedHeight(Instruction &instruction);
  void record(ArrayRef<BasicBlock *> blocks);

  const ShadowedPrimal &primal;
  const Plan &plan;
  Recomputing &recomputing;
  Analyses &analyses;
  const Loop *loop = nullptr;      ///< that is visited
  SmallVector<unsigned, 4> around; ///< levels around it, innermost first
  DenseMap<const Value *, unsigned> heights;
  DenseMap<const LoadInst *, unsigned> unwritten; ///< loops around that do not write there
  DenseMap<Value *, unsigned> found;
};

/// Counted loops within others, of which the reverse sweep may need something.
SmallSetVector<unsigned, 8> RepeatFinder::levelsNeeded() {
  SmallSetVector<unsigned, 8> levels;
  visitNeeds(plan, recomputing, [&](Value &value, Availability availability) {
    if (availability == Availability::Free)
      return;
    unsigned level = plan.levelOf.lookup(cast<Instruction>(value).getParent());
    if (plan.levels[level].isCounted() && plan.levels[level].parent != 0)
      levels.insert(level);
  });
  return levels;
}

void RepeatFinder::visit(unsigned level) {
  loop = analyses.loopInfo().getLoopFor(plan.levels[level].header);
  around.clear();
  heights.clear();
  for (unsigned outer = plan.levels[level].parent; outer != 0; outer = plan.levels[outer].parent)
    around.push_back(outer);
  LoopBlocksRPO order(const_cast<Loop *>(loop)); // const_cast: its argument, which it only reads
  order.perform(&analyses.loopInfo());
  SmallVector<BasicBlock *, 8> blocks;
  copy_if(order, std::back_inserter(blocks),
          [&](BasicBlock *block) { return plan.levelOf.lookup(block) == level; });
  for (PHINode &phi : loop->getHeader()->phis())
    heights[&phi] = around.size();
  while (!settle(blocks)) // heights fall, and not below zero
    ;
  record(blocks);
}

/// One round; true if nothing is lower than before.
bool RepeatFinder::settle(ArrayRef<BasicBlock *> blocks) {
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block)
      if (!isa<PHINode>(instruction) || block != loop->getHeader())
        heights[&instruction] = computedHeight(instruction);
  bool isSettled = true;
  for (PHINode &phi : loop->getHeader()->phis()) {
    unsigned lowest = heights.lookup(&phi);
    for (const Value *incoming : phi.incoming_values())
      lowest = std::min(lowest, heightOf(incoming));
    isSettled &= lowest == heights.lookup(&phi);
    heights[&phi] = lowest;
  }
  return isSettled || mutation::breaks("repeated-value", "carried");
}

unsigned RepeatFinder::heightOf(const Value *value) const {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return around.size();
  if (loop->contains(instruction))
    return heights.lookup(instruction); // 0 of loops within the loop
  unsigned level = plan.levelOf.lookup(instruction->getParent());
  for (auto [height, outer] : enumerate(around))
    if (plan.encloses(outer, level))
      return height;
  return around.size();
}

unsigned RepeatFinder::loopsAroundWithoutWrites(const LoadInst &load) {
  auto *prepared = dyn_cast_or_null<LoadInst>(primal.origin(&load));
  if (!prepared || primal.mirrors.contains(&load))
    return 0;
  size_t loops = recomputing.loopsWithoutWrites(*prepared).size(); // its own, too
  return loops == 0 ? 0 : loops - 1;
}

unsigned RepeatFinder::heightOf(const LoadInst &load) {
  unsigned height = heightOf(load.getPointerOperand());
  if (height == 0 || !load.isSimple() || primal.key.inTeam) // other threads may write
    return 0;
  auto [known, isNew] = unwritten.try_emplace(&load, 0);
  if (isNew && unwritten.size() <= limits::loadsOfArrays)
    known->second = loopsAroundWithoutWrites(load);
  return mutation::breaks("repeated-value", "written") ? height : std::min(height, known->second);
}

/// Always the same of the same operands, without any effect?
static bool isPure(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  if (!call)
    return isCheapToRepeat(instruction) || instruction.getOpcode() == Instruction::FRem;
  const Function *callee = call->getCalledFunction();
  return callee && callee->isDeclaration() && call->doesNotAccessMemory() && call->doesNotThrow() &&
         !call->isConvergent() && !call->getType()->isVoidTy();
}

unsigned RepeatFinder::computedHeight(Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return heightOf(*load);
  if (!isPure(instruction))
    return 0;
  unsigned lowest = around.size();
  for (const Value *operand : instruction.operand_values())
    if (!isa<MetadataAsValue>(operand))
      lowest = std::min(lowest, heightOf(operand));
  return lowest;
}

/// What loads gave is not here: their arrays are kept whole (KeptArrays.cpp).
void RepeatFinder::record(ArrayRef<BasicBlock *> blocks) {
  for (BasicBlock *block : blocks)
    if (analyses.dominators().dominates(block, loop->getLoopLatch()) ||
        mutation::breaks("repeated-value", "left out"))
      for (Instruction &instruction : *block)
        if (unsigned height = heights.lookup(&instruction); height && !isa<LoadInst>(instruction))
          found[&instruction] = around[height - 1];
}

} // namespace

DenseMap<Value *, unsigned> findRepeatedValues(const ShadowedPrimal &primal, const Plan &plan,
                                               Recomputing &recomputing, Analyses &analyses) {
  // On devices arrays of few iterations lie on the stack, and others in slots.
  if (isForDevice(*primal.function->getParent()) || ablation::leavesOut("repeated"))
    return DenseMap<Value *, unsigned>();
  return RepeatFinder(primal, plan, recomputing, analyses).find();
}

} // namespace enzyme
