//===- LaterWrites.cpp ----------------------------------------------------===//
#include "memory/LaterWrites.h"
#include "support/Mutation.h"
#include "llvm/ADT/SetVector.h"
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

void LaterWrites::noteInnermost(const LoadInst &load, const Instruction &write) {
  innermost.clear();
  for (const BasicBlock *block : {load.getParent(), write.getParent()})
    if (const Loop *inner = loops.getLoopFor(block))
      innermost.push_back(inner);
}

bool LaterWrites::areElsewhere(LoadInst &load, Instruction &write) {
  if (!addressWritten(write))
    return false;
  const Loop *loop = loops.getLoopFor(load.getParent());
  noteInnermost(load, write);
  while (loop && !loop->contains(&write))
    loop = loop->getParentLoop();
  if (runsInOneIteration(load, write, loop) && !areApart(load, write, loop, /*isLater=*/false) &&
      !mutation::breaks("later-writes", "same iteration"))
    return false;
  for (; loop; loop = loop->getParentLoop())
    if (!areApart(load, write, loop, /*isLater=*/true) &&
        !mutation::breaks("later-writes", "later iteration"))
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
  return movesAway || mutation::breaks("later-writes", "comes back")
             ? recurrence->getPostIncExpr(evolution)
             : nullptr;
}

AccessRanges LaterWrites::rangesAt(const BasicBlock &place) {
  return AccessRanges(evolution, place, [&](const SCEV *number) { return isNonNegative(number); });
}

static const BasicBlock &beginOf(const Loop *loop, const Instruction &access) {
  return loop ? *loop->getHeader() : access.getFunction()->getEntryBlock();
}

/// In one iteration of `loop` (null: the whole function), or in one and any later one?
bool LaterWrites::areApart(LoadInst &load, Instruction &write, const Loop *loop, bool isLater) {
  AccessRanges ranges = rangesAt(beginOf(loop, load));
  auto read = ranges.of(load, *load.getPointerOperand());
  auto written = ranges.of(write, *addressWritten(write));
  if (!read || !written ||
      (read->base != written->base && !mutation::breaks("later-writes", "base")))
    return false;
  for (const Loop *around = loop; around; around = around->getParentLoop())
    if (!around->isLoopInvariant(read->base) && !mutation::breaks("later-writes", "moving base"))
      return false;
  return areApart({read->low, read->high}, {written->low, written->high}, loop, isLater) ||
         areColumnsApart(load, write, loop, isLater);
}

bool LaterWrites::areApart(AccessRanges::Bounds read, AccessRanges::Bounds written,
                           const Loop *loop, bool isLater) {
  const SCEV *low = isLater ? oneLater(written.low, loop, true) : written.low;
  const SCEV *high = isLater ? oneLater(written.high, loop, false) : written.high;
  auto isOrdered = [&](const SCEV *first, const SCEV *second) {
    return isNonNegative(evolution.getMinusSCEV(second, first));
  };
  return (low && isOrdered(read.high, low)) || (high && isOrdered(high, read.low));
}

bool LaterWrites::areApartIn(LoadInst &load, Instruction &write, const Loop &loop) {
  if (!addressWritten(write) || !loop.getLoopPreheader())
    return false;
  noteInnermost(load, write);
  AccessRanges ranges = rangesAt(*loop.getLoopPreheader());
  auto read = ranges.of(load, *load.getPointerOperand());
  auto written = ranges.of(write, *addressWritten(write));
  return read && written && read->base == written->base &&
         (areApart({read->low, read->high}, {written->low, written->high}, nullptr, false) ||
          mutation::breaks("later-writes", "whole loop"));
}

/// Lengths of rows that a walk through memory may have, without the size of an element.
static SmallSetVector<const SCEV *, 2> lengthsIn(const SCEV *distance, ScalarEvolution &evolution) {
  SmallSetVector<const SCEV *, 2> lengths;
  while (auto *walk = dyn_cast<SCEVAddRecExpr>(distance)) {
    const SCEV *step = walk->getStepRecurrence(evolution);
    auto *product = dyn_cast<SCEVMulExpr>(step);
    if (product && product->getNumOperands() == 2 && isa<SCEVConstant>(product->getOperand(0)) &&
        isa<SCEVUnknown, SCEVCastExpr>(product->getOperand(1)))
      lengths.insert(product->getOperand(1));
    distance = walk->getStart();
  }
  return lengths;
}

/// `distance` without its multiples of `bytes` times `length`; null if unknown.
static const SCEV *columnOf(const SCEV *distance, const SCEV *length, uint64_t bytes,
                            ScalarEvolution &evolution) {
  if (!SCEVExprContains(distance, [&](const SCEV *part) { return part == length; }))
    return distance;
  if (auto *product = dyn_cast<SCEVMulExpr>(distance)) {
    auto *factor = dyn_cast<SCEVConstant>(product->getOperand(0));
    bool isWhole = factor && factor->getAPInt().srem(int64_t(bytes)) == 0;
    return isWhole && is_contained(product->operands(), length)
               ? evolution.getZero(distance->getType())
               : nullptr;
  }
  auto *walk = dyn_cast<SCEVAddRecExpr>(distance);
  auto *sum = dyn_cast<SCEVAddExpr>(distance);
  if (!sum && !(walk && walk->isAffine()))
    return nullptr;
  SmallVector<const SCEV *, 4> parts;
  for (const SCEV *operand : cast<SCEVNAryExpr>(distance)->operands()) {
    const SCEV *part = columnOf(operand, length, bytes, evolution);
    if (!part)
      return nullptr;
    parts.push_back(part);
  }
  return sum ? evolution.getAddExpr(parts)
             : evolution.getAddRecExpr(parts, walk->getLoop(), SCEV::FlagAnyWrap);
}

/// Whenever it runs?
bool LaterWrites::staysInRow(Instruction &access, const SCEV *column, const SCEV *length) {
  auto bounds = rangesAt(beginOf(nullptr, access)).ofDistance(access, column);
  if (mutation::breaks("later-writes", "column"))
    return true;
  return bounds && isNonNegative(bounds->low) &&
         isNonNegative(evolution.getMinusSCEV(length, bounds->high));
}

bool LaterWrites::areColumnsApart(LoadInst &load, Instruction &write, const Loop *loop,
                                  bool isLater) {
  if (!isa<StoreInst>(write))
    return false;
  auto distanceOf = [&](Value &pointer) {
    return evolution.removePointerBase(evolution.getSCEV(&pointer));
  };
  const SCEV *read = distanceOf(*load.getPointerOperand()),
             *written = distanceOf(*addressWritten(write));
  uint64_t bytes = load.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue();
  SmallSetVector<const SCEV *, 2> lengths = lengthsIn(read, evolution);
  lengths.insert_range(lengthsIn(written, evolution));
  auto isOne = [&](const SCEV *length) {
    return all_of(innermost, [&](const Loop *inner) {
      return evolution.isLoopInvariant(length, inner->getOutermostLoop());
    });
  };
  return any_of(lengths, [&](const SCEV *length) {
    if (!isOne(length))
      return false;
    const SCEV *readColumn = columnOf(read, length, bytes, evolution),
               *writtenColumn = columnOf(written, length, bytes, evolution);
    if (!readColumn || !writtenColumn)
      return false;
    const SCEV *row = evolution.getMulExpr(length, evolution.getConstant(length->getType(), bytes));
    AccessRanges ranges = rangesAt(beginOf(loop, load));
    auto from = ranges.ofDistance(load, readColumn);
    auto to = ranges.ofDistance(write, writtenColumn);
    return from && to && areApart(*from, *to, loop, isLater) && staysInRow(load, readColumn, row) &&
           staysInRow(write, writtenColumn, row);
  });
}

} // namespace enzyme
