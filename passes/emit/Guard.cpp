//===- Guard.cpp -----------------------------------------------------------===//
#include "emit/Guard.h"
#include "limits/emit.h"
#include "support/Import.h"
#include "support/Mutation.h"
#include "llvm/ADT/SetVector.h"

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

bool isProduct(const Instruction &at) {
  auto *call = dyn_cast<CallInst>(&at);
  return at.getOpcode() == Instruction::FMul ||
         (call && (call->getIntrinsicID() == Intrinsic::fmuladd ||
                   call->getIntrinsicID() == Intrinsic::fma));
}

ZeroFactor zeroFactorIn(const Value &value) {
  auto *call = dyn_cast<CallInst>(&value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee ? zeroFactorOf(*callee) : ZeroFactor::None;
}

/// Sums, products, choices and conversions: what hands a zero on.
bool isHandedOn(const Value &value) {
  auto *at = dyn_cast<Instruction>(&value);
  return at && !at->getType()->isIntOrIntVectorTy() &&
         (isProduct(*at) ||
          isa<BinaryOperator, UnaryOperator, CastInst, SelectInst, PHINode, ExtractElementInst,
              InsertElementInst, ExtractValueInst, InsertValueInst>(at));
}

/// Is the value made of a guarded product?
bool comesOfGuarded(Value &value) {
  SmallSetVector<Value *, 16> seen;
  seen.insert(&value);
  for (unsigned i = 0; i != seen.size() && i != limits::valuesOfGuard; ++i) {
    if (zeroFactorIn(*seen[i]) != ZeroFactor::None)
      return true;
    if (isHandedOn(*seen[i]))
      seen.insert_range(cast<Instruction>(seen[i])->operand_values());
  }
  return false;
}

/// Is the operand one that makes the guarded product zero if it is exactly zero?
bool isGuardedSlot(const Use &use) {
  switch (zeroFactorIn(*use.getUser())) {
  case ZeroFactor::None:
    return false;
  case ZeroFactor::Slot:
    return use.getOperandNo() == 0;
  case ZeroFactor::Either:
    return true;
  }
  llvm_unreachable("all kinds of guards are above");
}

/// Is a guarded product's slot made of the value, which then is one itself? Of derivatives whose
/// first orders are not asked for, only products of slots are left.
bool leadsToGuarded(Instruction &value) {
  SmallSetVector<User *, 16> seen;
  seen.insert(&value);
  for (unsigned i = 0; i != seen.size() && i != limits::valuesOfGuard; ++i)
    for (Use &use : seen[i]->uses()) {
      if (isGuardedSlot(use))
        return true;
      if (seen.size() != limits::valuesOfGuard && isHandedOn(*use.getUser()))
        seen.insert(use.getUser());
    }
  return false;
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
  bool isOfSlots = isProduct(*step.at) &&
                   (any_of(factors, [](Value *factor) { return comesOfGuarded(*factor); }) ||
                    leadsToGuarded(*step.at));
  if (isOfSlots && !mutation::breaks("guard.of-adjoints", "product"))
    return ZeroFactor::Either;
  Finite finite(primal);
  bool isFinite = own == ZeroFactor::None && isProduct(*step.at) &&
                  all_of(factors, [&](Value *factor) { return finite.holds(*factor); });
  return isFinite && !context.options.strong_zero_everywhere ? ZeroFactor::None : ZeroFactor::Slot;
}

} // namespace enzyme
