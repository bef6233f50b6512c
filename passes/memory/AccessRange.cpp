//===- AccessRange.cpp ----------------------------------------------------===//
#include "memory/AccessRange.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

bool AccessRanges::isKnown(const SCEV *expression) const {
  return evolution.dominates(expression, &place);
}

Value *AccessRanges::baseOf(Value &pointer) const {
  auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(evolution.getSCEV(&pointer)));
  return base && base->getType()->isPointerTy() && isKnown(base) ? base->getValue() : nullptr;
}

const SCEV *AccessRanges::bytesOf(Instruction &access) {
  Type *word = evolution.getDataLayout().getIndexType(access.getContext(), 0);
  if (auto *block = dyn_cast<MemIntrinsic>(&access))
    return evolution.getTruncateOrZeroExtend(evolution.getSCEV(block->getLength()), word);
  return evolution.getConstant(
      word, evolution.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue());
}

std::optional<AccessRange> AccessRanges::of(Instruction &access, Value &pointer) {
  Value *base = baseOf(pointer);
  if (!base)
    return std::nullopt;
  auto bounds = ofDistance(access, evolution.removePointerBase(evolution.getSCEV(&pointer)));
  return bounds ? std::optional(AccessRange{base, bounds->low, bounds->high}) : std::nullopt;
}

std::optional<AccessRanges::Bounds> AccessRanges::ofDistance(Instruction &access,
                                                             const SCEV *distance) {
  auto bounds = boundsOf(distance);
  auto bytes = boundsOf(bytesOf(access));
  if (!bounds || !bytes)
    return std::nullopt;
  return Bounds{bounds->low, evolution.getAddExpr(bounds->high, bytes->high)};
}

void AccessRanges::unite(AccessRange &range, const AccessRange &other) {
  range.low = evolution.getSMinExpr(range.low, other.low);
  range.high = evolution.getSMaxExpr(range.high, other.high);
}

std::optional<AccessRanges::Bounds> AccessRanges::boundsOf(const SCEV *distance) {
  if (isKnown(distance))
    return Bounds{distance, distance};
  if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(distance))
    return overLoop(*recurrence);
  if (auto *sum = dyn_cast<SCEVAddExpr>(distance))
    return boundsOfSum(*sum);
  if (auto *product = dyn_cast<SCEVMulExpr>(distance))
    return boundsOfProduct(*product);
  return std::nullopt;
}

std::optional<AccessRanges::Bounds> AccessRanges::boundsOfSum(const SCEVAddExpr &sum) {
  SmallVector<const SCEV *, 4> low, high;
  for (const SCEV *operand : sum.operands()) {
    auto bounds = boundsOf(operand);
    if (!bounds)
      return std::nullopt;
    low.push_back(bounds->low);
    high.push_back(bounds->high);
  }
  return Bounds{evolution.getAddExpr(low), evolution.getAddExpr(high)};
}

/// One factor that changes, the others known.
std::optional<AccessRanges::Bounds> AccessRanges::boundsOfProduct(const SCEVMulExpr &product) {
  SmallVector<const SCEV *, 4> known;
  const SCEV *changing = nullptr;
  for (const SCEV *operand : product.operands()) {
    if (isKnown(operand))
      known.push_back(operand);
    else if (changing)
      return std::nullopt;
    else
      changing = operand;
  }
  auto bounds = changing ? boundsOf(changing) : std::nullopt;
  if (!bounds || known.empty())
    return std::nullopt;
  const SCEV *factor = evolution.getMulExpr(known);
  const SCEV *a = evolution.getMulExpr(factor, bounds->low);
  const SCEV *b = evolution.getMulExpr(factor, bounds->high);
  return Bounds{evolution.getSMinExpr(a, b), evolution.getSMaxExpr(a, b)};
}

std::optional<AccessRanges::Bounds> AccessRanges::overLoop(const SCEVAddRecExpr &recurrence) {
  const Loop *loop = recurrence.getLoop();
  const SCEV *times = evolution.getSymbolicMaxBackedgeTakenCount(loop);
  if (!recurrence.isAffine() || isa<SCEVCouldNotCompute>(times))
    return std::nullopt;
  auto first = boundsOf(recurrence.getStart());
  auto last = boundsOf(recurrence.evaluateAtIteration(times, evolution));
  if (!first || !last)
    return std::nullopt;
  const SCEV *step = recurrence.getStepRecurrence(evolution);
  auto isUpwards = [&](const SCEV *stride) {
    return isNonNegative ? isNonNegative(stride) : evolution.isKnownNonNegative(stride);
  };
  if (isUpwards(step))
    return Bounds{first->low, last->high};
  if (isUpwards(evolution.getNegativeSCEV(step)))
    return Bounds{last->low, first->high};
  return Bounds{evolution.getSMinExpr(first->low, last->low),
                evolution.getSMaxExpr(first->high, last->high)};
}

} // namespace enzyme
