//===- AutomaticCheckpoints.cpp ------------------------------------------------------===//
#include "regions/AutomaticCheckpoints.h"
#include "checkpoint/Marks.h"
#include "memory/Coverage.h"
#include "prepare/Refuse.h"
#include "regions/ReplayCost.h"
#include "support/LoopForm.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

std::optional<uint64_t> bytesOf(StringRef text) {
  unsigned shift = 0;
  for (auto [letter, bits] : {std::pair('K', 10u), std::pair('M', 20u), std::pair('G', 30u)})
    if (text.consume_back(StringRef(&letter, 1)))
      shift = bits;
  uint64_t number = 0;
  if (text.getAsInteger(10, number) || number == 0 || number > (uint64_t(INT64_MAX) >> shift))
    return std::nullopt;
  return number << shift;
}

static bool isMarked(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &at) { return isLoopMark(at); });
  });
}

/// Does `address` move on in each iteration of `loop`?
static bool movesWith(const SCEV *address, const Loop &loop) {
  while (auto *walk = dyn_cast<SCEVAddRecExpr>(address)) {
    if (walk->getLoop() == &loop)
      return true;
    address = walk->getStart();
  }
  return false;
}

/// Does every iteration write to places of its own, and hand on no number? Such a loop walks
/// over an array: its state is what all of its iterations write together, and one snapshot of
/// that is as large as what they would keep.
static bool walksOverArrays(Loop &loop, ScalarEvolution &evolution) {
  for (PHINode &phi : loop.getHeader()->phis())
    if (!phi.getType()->isIntOrPtrTy())
      return false;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &at : *block) {
      if (!at.mayWriteToMemory() || at.isLifetimeStartOrEnd())
        continue;
      std::optional<ByteAccess> write = writtenBy(at, evolution);
      if (!write || !movesWith(evolution.getSCEV(write->pointer), loop))
        return false;
    }
  return true;
}

static void remarkOn(Loop &loop, const LoopState &state, Remarks &remarks) {
  Function &function = *loop.getHeader()->getParent();
  std::string why = "this loop keeps no snapshots, whatever the limit of the tape: it " +
                    state.whyNot() + (state.whereNot() ? placeOf(*state.whereNot()) : "");
  remarks.add({RemarkKind::Missed, "LoopWithoutSnapshots", &function, loop.getStartLoc(), why});
}

void markLoopsByThemselves(Function &function, uint64_t limit, Remarks *remarks) {
  if (function.isDeclaration() || !obstaclesIn(function).empty())
    return; // what is refused is in no form that analyses know
  bringLoopsIntoForm(function);
  TypeResults types = analyseTypes(function);
  Analyses analyses(function);
  Replayable replayable(function, types, analyses);
  SmallVector<Instruction *, 4> found;
  for (Loop *loop : analyses.loopInfo()) {
    ReplayTerms terms;
    if (!loop->isLoopSimplifyForm() || isMarked(*loop) ||
        walksOverArrays(*loop, analyses.scalarEvolution()) ||
        replayable.whyNot(*loop, terms).empty() ||
        !isWorthReplaying(*loop, replayable, analyses, ReplayCase()))
      continue;
    LoopState state(*loop, types, analyses);
    if (state.whyNot().empty())
      found.push_back(&*loop->getHeader()->getFirstInsertionPt());
    else if (remarks)
      remarkOn(*loop, state, *remarks);
  }
  for (Instruction *at : found)
    markLoop(*at, ConstantInt::get(Type::getInt64Ty(function.getContext()), -int64_t(limit)))
        ->setDebugLoc(at->getDebugLoc());
}

} // namespace enzyme
