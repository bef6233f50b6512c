//===- Cost.cpp -------------------------------------------------------------===//
#include "regions/Cost.h"
#include "rules/Facts.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

static bool isCheapCall(const CallInst &call) {
  if (const Function *callee = call.getCalledFunction();
      callee && zeroFactorOf(*callee) != ZeroFactor::None)
    return true;
  switch (call.getIntrinsicID()) {
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::fmuladd:
  case Intrinsic::fma:
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
  case Intrinsic::abs:
  case Intrinsic::threadlocal_address: // kept, it would be that of the first half's thread
    return true;
  default:
    return false;
  }
}

bool isCheapToRepeat(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallInst>(&instruction))
    return isCheapCall(*call);
  if (instruction.getOpcode() == Instruction::FRem)
    return false;
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst,
             ExtractValueInst, InsertValueInst, ExtractElementInst, InsertElementInst,
             ShuffleVectorInst>(instruction) &&
         !(isa<ExtractValueInst>(instruction) && isa<CallBase>(instruction.getOperand(0)));
}

} // namespace enzyme
