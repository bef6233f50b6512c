//===- LaterWrites.cpp ----------------------------------------------------===//
#include "prepare/LaterWrites.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace enzyme {

Value *addressWritten(Instruction &write) {
  if (auto *store = dyn_cast<StoreInst>(&write))
    return store->isSimple() ? store->getPointerOperand() : nullptr;
  auto *bytes = dyn_cast<MemIntrinsic>(&write);
  return bytes ? bytes->getRawDest() : nullptr;
}

bool LaterWrites::areElsewhere(LoadInst &load, Instruction &write) {
  if (!addressWritten(write))
    return false;
  const Loop *loop = loops.getLoopFor(load.getParent());
  innermost.clear();
  for (const BasicBlock *block : {load.getParent(), write.getParent()})
    if (const Loop *inner = loops.getLoopFor(block))
      innermost.push_back(inner);
  while (loop && !loop->contains(&write))
    loop = loop->getParentLoop();
  if (runsInOneIteration(load, write, loop) && !areApart(load, write, loop, /*isLater=*/false))
    return false;
  for (; loop; loop = loop->getParentLoop())
    if (!areApart(load, write, loop, /*isLater=*/true))
      return false;
  return true;
}

/// Can `write` run behind `load` before `loop` begins its next iteration?
bool LaterWrites::runsInOneIteration(const LoadInst &load, const Instruction &write,
                                     const Loop *loop) const {
  if (load.getParent() == write.getParent() && load.comesBefore(&write))
    return true;
  SmallPtrSet<const BasicBlock *, 16> reached;
  SmallVector<const BasicBlock *, 16> work{load.getParent()};
  while (!work.empty())
    for (const BasicBlock *next : successors(work.pop_back_val())) {
      bool isInside = !loop || (loop->contains(next) && next != loop->getHeader());
      if (isInside && reached.insert(next).second)
        work.push_back(next);
    }
  return reached.contains(write.getParent());
}

/// A number that `number` is never below while load and write run.
std::optional<int64_t> LaterWrites::leastOf(const SCEV *number) {
  if (evolution.getTypeSizeInBits(number->getType()) > 64)
    return std::nullopt;
  int64_t least = evolution.getSignedRangeMin(number).getSExtValue();
  // What guards the loops holds for what does not change in them.
  if (isa<SCEVUnknown, SCEVCastExpr>(number))
    for (const Loop *loop : innermost)
      if (evolution.isLoopInvariant(number, loop->getOutermostLoop())) {
        const SCEV *guarded = evolution.applyLoopGuards(number, loop);
        least = std::max(least, evolution.getSignedRangeMin(guarded).getSExtValue());
      }
  return std::max(least, leastOfParts(number).value_or(least));
}

std::optional<int64_t> LaterWrites::leastOfParts(const SCEV *number) {
  if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(number)) {
    bool grows = recurrence->isAffine() && isNonNegative(recurrence->getStepRecurrence(evolution));
    return grows ? leastOf(recurrence->getStart()) : std::nullopt;
  }
  auto *parts = dyn_cast<SCEVCommutativeExpr>(number);
  bool isSum = isa<SCEVAddExpr>(number);
  if (!parts || !(isSum || isa<SCEVMulExpr>(number)))
    return std::nullopt;
  int64_t result = isSum ? 0 : 1;
  for (const SCEV *part : parts->operands()) {
    std::optional<int64_t> least = leastOf(part);
    bool isUsable = least && (isSum || *least >= 0);
    if (!isUsable ||
        (isSum ? AddOverflow(result, *least, result) : MulOverflow(result, *least, result)))
      return std::nullopt;
  }
  return result;
}

/// The end of a range one iteration later, if from then on it only moves away.
const SCEV *LaterWrites::oneLater(const SCEV *end, const Loop *loop, bool isUpwards) {
  if (evolution.isLoopInvariant(end, loop))
    return end;
  auto *recurrence = dyn_cast<SCEVAddRecExpr>(end);
  if (!recurrence || recurrence->getLoop() != loop || !recurrence->isAffine())
    return nullptr;
  const SCEV *step = recurrence->getStepRecurrence(evolution);
  bool movesAway = isNonNegative(isUpwards ? step : evolution.getNegativeSCEV(step));
  return movesAway ? recurrence->getPostIncExpr(evolution) : nullptr;
}

/// In one iteration of `loop` (null: the whole function), or in one and any later one?
bool LaterWrites::areApart(LoadInst &load, Instruction &write, const Loop *loop, bool isLater) {
  const BasicBlock &place = loop ? *loop->getHeader() : load.getFunction()->getEntryBlock();
  AccessRanges ranges(evolution, place, [&](const SCEV *number) { return isNonNegative(number); });
  auto read = ranges.of(load, *load.getPointerOperand());
  auto written = ranges.of(write, *addressWritten(write));
  if (!read || !written || read->base != written->base)
    return false;
  for (const Loop *around = loop; around; around = around->getParentLoop())
    if (!around->isLoopInvariant(read->base))
      return false;
  const SCEV *low = isLater ? oneLater(written->low, loop, true) : written->low;
  const SCEV *high = isLater ? oneLater(written->high, loop, false) : written->high;
  auto isOrdered = [&](const SCEV *first, const SCEV *second) {
    return isNonNegative(evolution.getMinusSCEV(second, first));
  };
  return (low && isOrdered(read->high, low)) || (high && isOrdered(high, read->low));
}

} // namespace enzyme
