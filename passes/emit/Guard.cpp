//===- Guard.cpp -----------------------------------------------------------===//
#include "emit/Guard.h"
#include "limits/emit.h"
#include "support/Mutation.h"
#include "support/Origins.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Which values of a function are taken as finite. In the program's code, parameters and memory.
/// Those of derivatives also are adjoints, tangents and what was kept of any value: there only what
/// the program itself loads is, which has an alias type.
class Finite {
public:
  explicit Finite(const ShadowedPrimal &primal) : isOfDerivative(isMadeHere(*primal.key.primal)) {}
  bool holds(const Value &value, unsigned depth = 0) const;

private:
  bool holdsForOperands(const User &user, unsigned depth) const {
    return depth < limits::depthOfFinite && all_of(
                                                user.operand_values(),
                                                [&](const Value *operand) {
                                                  return !operand->getType()->isFPOrFPVectorTy() ||
                                                         holds(*operand, depth + 1);
                                                });
  }

  bool isOfDerivative;
};

bool Finite::holds(const Value &value, unsigned depth) const {
  if (auto *constant = dyn_cast<Constant>(&value))
    return constant->isNullValue() || constant->isFiniteNonZeroFP();
  if (isa<SIToFPInst, UIToFPInst>(value))
    return true;
  if (isa<Argument>(value))
    return !isOfDerivative;
  if (auto *load = dyn_cast<LoadInst>(&value))
    return !isOfDerivative || load->hasMetadata(LLVMContext::MD_tbaa);
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return false;
  switch (instruction->getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FNeg:
  case Instruction::FPExt:
  case Instruction::Select:
  case Instruction::PHI:
    return holdsForOperands(*instruction, depth);
  case Instruction::Call:
    break;
  default:
    return false;
  }
  switch (cast<CallInst>(instruction)->getIntrinsicID()) {
  case Intrinsic::fmuladd:
  case Intrinsic::fma:
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::sin:
  case Intrinsic::cos:
    return holdsForOperands(*instruction, depth);
  default:
    return false;
  }
}

} // namespace

ZeroFactor guardOf(const Context &context, const ShadowedPrimal &primal, const ScaleStep &step,
                   unsigned output, unsigned input) {
  if (!context.options.strong_zero || !step.formula.maySingular(output, input))
    return ZeroFactor::None;
  if (mutation::breaks("guard", *step.at))
    return ZeroFactor::None;
  SmallVector<Value *, 3> factors = step.formula.needs(output, input);
  ZeroFactor own = zeroFactorIn(*step.at);
  if ((own == ZeroFactor::Either || (own == ZeroFactor::Slot && input == 1)) &&
      !mutation::breaks("guard.of-adjoints", "guarded before"))
    return ZeroFactor::Either;
  bool isOfSlots =
      isProduct(*step.at) &&
      (any_of(factors, [&](Value *factor) { return primal.guarded.made.contains(factor); }) ||
       primal.guarded.factors.contains(step.at));
  if (isOfSlots && !mutation::breaks("guard.of-adjoints", "product"))
    return ZeroFactor::Either;
  Finite finite(primal);
  bool isFinite = own == ZeroFactor::None && isProduct(*step.at) &&
                  all_of(factors, [&](Value *factor) { return finite.holds(*factor); });
  return isFinite && !context.options.strong_zero_everywhere ? ZeroFactor::None : ZeroFactor::Slot;
}

} // namespace enzyme
