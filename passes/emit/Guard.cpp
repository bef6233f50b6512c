//===- Guard.cpp -----------------------------------------------------------===//
#include "emit/Guard.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned deepest = 6; // expressions are followed this far back

bool isTakenAsFinite(const Value &value, unsigned depth);

bool areOperandsFinite(const User &user, unsigned depth) {
  return depth < deepest && all_of(
                                user.operand_values(),
                                [&](const Value *operand) {
                                  return !operand->getType()->isFPOrFPVectorTy() ||
                                         isTakenAsFinite(*operand, depth + 1);
                                });
}

bool isTakenAsFinite(const Value &value, unsigned depth) {
  if (auto *constant = dyn_cast<Constant>(&value))
    return constant->isNullValue() || constant->isFiniteNonZeroFP();
  if (isa<Argument, LoadInst, SIToFPInst, UIToFPInst>(value))
    return true;
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
    return areOperandsFinite(*instruction, depth);
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
    return areOperandsFinite(*instruction, depth);
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

} // namespace

bool needsGuard(const Context &context, const ScaleStep &step, unsigned output, unsigned input) {
  if (!context.options.strong_zero || !step.formula.maySingular(output, input))
    return false;
  if (context.options.strong_zero_everywhere)
    return true;
  return !isProduct(*step.at) || !all_of(step.formula.needs(output, input),
                                         [](Value *factor) { return isTakenAsFinite(*factor, 0); });
}

} // namespace enzyme
