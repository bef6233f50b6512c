//===- FloatBits.cpp -------------------------------------------------------===//
#include "prepare/FloatBits.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {
namespace {

Type *floatOfWidth(LLVMContext &context, unsigned bits) {
  switch (bits) {
  case 32:
    return Type::getFloatTy(context);
  case 64:
    return Type::getDoubleTy(context);
  default:
    return nullptr;
  }
}

/// The float type `value` is cast from, or that one of its users casts it to.
Type *floatTypeBehind(Value &value) {
  Value *source;
  if (match(&value, m_BitCast(m_Value(source))) && source->getType()->isFPOrFPVectorTy())
    return source->getType();
  for (User *user : value.users())
    if (isa<BitCastInst>(user) && user->getType()->isFPOrFPVectorTy())
      return user->getType();
  return nullptr;
}

/// fabs, fneg or -fabs of `x`, or null if the mask is none of the three.
Value *signOperation(IRBuilder<> &builder, BinaryOperator &at, Value *x) {
  Value *mask = at.getOperand(1);
  if (at.getOpcode() == Instruction::And && match(mask, m_MaxSignedValue()))
    return builder.CreateUnaryIntrinsic(Intrinsic::fabs, x);
  if (at.getOpcode() == Instruction::Xor && match(mask, m_SignMask()))
    return builder.CreateFNeg(x);
  if (at.getOpcode() == Instruction::Or && match(mask, m_SignMask()))
    return builder.CreateFNeg(builder.CreateUnaryIntrinsic(Intrinsic::fabs, x));
  return nullptr;
}

Value *asSignOperation(BinaryOperator &at) {
  Type *integers = at.getType();
  Type *scalar = floatOfWidth(at.getContext(), integers->getScalarSizeInBits());
  if (!scalar || !isa<Constant>(at.getOperand(1)))
    return nullptr;
  Type *seen = floatTypeBehind(*at.getOperand(0));
  seen = seen ? seen : floatTypeBehind(at);
  if (!seen || seen->getScalarType() != scalar)
    return nullptr;
  Type *floats = integers->getWithNewType(scalar);
  IRBuilder<> builder(&at);
  Value *result = signOperation(builder, at, builder.CreateBitCast(at.getOperand(0), floats));
  return result ? builder.CreateBitCast(result, integers) : nullptr;
}

bool hasNoInstructions(StringRef assembly) {
  SmallVector<StringRef, 4> lines;
  assembly.split(lines, '\n');
  return all_of(lines, [](StringRef line) {
    line = line.trim();
    return line.empty() || line.starts_with("#");
  });
}

} // namespace

void nameSignTricks(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *at = dyn_cast<BinaryOperator>(&instruction); at && at->isBitwiseLogicOp())
      if (Value *named = asSignOperation(*at)) {
        at->replaceAllUsesWith(named);
        at->eraseFromParent();
      }
}

void dropEmptyAssembly(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call || !call->isInlineAsm() ||
        !hasNoInstructions(cast<InlineAsm>(call->getCalledOperand())->getAsmString()))
      continue;
    bool isIdentity = call->arg_size() == 1 && call->getType() == call->getArgOperand(0)->getType();
    if (isIdentity)
      call->replaceAllUsesWith(call->getArgOperand(0));
    if (isIdentity || call->getType()->isVoidTy())
      call->eraseFromParent();
  }
}

} // namespace enzyme
