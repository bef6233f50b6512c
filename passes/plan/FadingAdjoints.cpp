//===- FadingAdjoints.cpp - adjoints that stay subnormal ----------------===//
#include "plan/FadingAdjoints.h"
#include "shadow/ShadowedPrimal.h"

using namespace llvm;

namespace enzyme {
namespace {

/// A product of fewer factors of one half or more is not subnormal.
constexpr uint64_t iterationsUntilSubnormal = 1022;

/// How the next iteration's value of a phi comes from this one's phis.
class Recurrence {
public:
  explicit Recurrence(const BasicBlock &header) : header(header) {}

  bool isOfProductsAlone(const Value &next) {
    handedOn.push_back(&next);
    while (!handedOn.empty()) {
      const Value *value = handedOn.pop_back_val();
      if (isPhiOfHeader(*value))
        return false;
      follow(*value);
    }
    bool reachesPhi = false;
    while (!multiplied.empty() && !reachesPhi) {
      const Value *value = multiplied.pop_back_val();
      reachesPhi = isPhiOfHeader(*value);
      if (auto *at = dyn_cast<Instruction>(value); at && seenBehind.insert(at).second)
        addNumbers(*at, multiplied);
    }
    return reachesPhi;
  }

private:
  bool isPhiOfHeader(const Value &value) const {
    auto *phi = dyn_cast<PHINode>(&value);
    return phi && phi->getParent() == &header && phi->getType()->isFloatingPointTy();
  }

  /// Values whose adjoints come from that of `value`, unchanged or as a product.
  void follow(const Value &value) {
    auto *at = dyn_cast<Instruction>(&value);
    if (!at || !seen.insert(at).second)
      return;
    if (isSumOfProduct(*at)) {
      multiplied.push_back(at->getOperand(0));
      multiplied.push_back(at->getOperand(1));
      handedOn.push_back(at->getOperand(2));
    } else {
      addNumbers(*at, handsOn(*at) ? handedOn : multiplied);
    }
  }

  /// Is the adjoint of an operand that of `at`, its negative, or none?
  static bool handsOn(const Instruction &at) {
    switch (at.getOpcode()) {
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FNeg:
    case Instruction::PHI:
    case Instruction::Select:
    case Instruction::Freeze:
    case Instruction::FPExt:
    case Instruction::FPTrunc:
      return true;
    default:
      break;
    }
    auto *call = dyn_cast<IntrinsicInst>(&at);
    switch (call ? call->getIntrinsicID() : Intrinsic::not_intrinsic) {
    case Intrinsic::fabs:
    case Intrinsic::copysign:
    case Intrinsic::minnum:
    case Intrinsic::maxnum:
    case Intrinsic::minimum:
    case Intrinsic::maximum:
    case Intrinsic::minimumnum:
    case Intrinsic::maximumnum:
      return true;
    default:
      return false;
    }
  }

  /// a * b + c
  static bool isSumOfProduct(const Instruction &at) {
    auto *call = dyn_cast<IntrinsicInst>(&at);
    return call && (call->getIntrinsicID() == Intrinsic::fmuladd ||
                    call->getIntrinsicID() == Intrinsic::fma);
  }

  static void addNumbers(const Instruction &at, SmallVectorImpl<const Value *> &list) {
    for (const Value *operand : at.operand_values())
      if (operand->getType()->isFPOrFPVectorTy())
        list.push_back(operand);
  }

  const BasicBlock &header;
  SmallVector<const Value *, 8> handedOn, multiplied;
  SmallPtrSet<const Instruction *, 16> seen, seenBehind;
};

/// Short loops are unrolled, and what is around them may be vectorised.
bool mayFade(const LoopRecord &loop) {
  auto *trips = dyn_cast_or_null<ConstantInt>(loop.trips);
  return !trips || trips->getValue().ugt(iterationsUntilSubnormal);
}

} // namespace

SmallSetVector<PHINode *, 4> findFadingAdjoints(const ShadowedPrimal &primal, const Plan &plan) {
  SmallSetVector<PHINode *, 4> fading;
  for (BasicBlock &header : *primal.function) {
    auto loop = primal.control.loops.find(&header);
    auto steps = plan.steps.find(&header);
    if (loop == primal.control.loops.end() || steps == plan.steps.end() || !mayFade(loop->second))
      continue;
    const BasicBlock *latch = loop->second.counter->getIncomingBlock(1);
    for (const LinearStep &step : steps->second) {
      auto *phi = std::get_if<PhiStep>(&step);
      if (!phi || !(phi->at->getType()->isFloatTy() || phi->at->getType()->isDoubleTy()))
        continue;
      if (Recurrence(header).isOfProductsAlone(*phi->at->getIncomingValueForBlock(latch)))
        fading.insert(phi->at);
    }
  }
  return fading;
}

} // namespace enzyme
