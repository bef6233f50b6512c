//===- NumberAssembly.cpp ---------------------------------------------------===//
//
//   add[.rn].f64 $0, $1, $2;  sub, mul, div.rn, min, max;  fma.rn.f64 $0, $1, $2, $3;   and f32
//   neg.f64 $0, $1;  abs, sqrt.rn, rcp.rn, mov
//   mov.b64 $0, $1;  mov.b64 {$0, $1}, $2;  mov.b64 $0, {$1, $2};                       bits
//   prefetch.global.L2 [$0];
//
// Operands are all in order. Other roundings, results that saturate or lose subnormal numbers
// (.ftz) and approximations (.approx) have other values than LLVM's operations, and stay.
//===-------------------------------------------------------------------------===//
#include "target/NumberAssembly.h"
#include "target/PtxText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace enzyme {
namespace {

Value *ofOne(IRBuilderBase &builder, StringRef operation, Value *a) {
  if (operation == "mov")
    return a;
  if (operation == "neg")
    return builder.CreateFNeg(a);
  if (operation == "rcp.rn")
    return builder.CreateFDiv(ConstantFP::get(a->getType(), 1), a);
  auto as = StringSwitch<Intrinsic::ID>(operation)
                .Case("abs", Intrinsic::fabs)
                .Case("sqrt.rn", Intrinsic::sqrt)
                .Default(Intrinsic::not_intrinsic);
  return as == Intrinsic::not_intrinsic ? nullptr : builder.CreateUnaryIntrinsic(as, a);
}

Value *ofTwo(IRBuilderBase &builder, StringRef operation, Value *a, Value *b) {
  if (operation == "div.rn")
    return builder.CreateFDiv(a, b);
  operation.consume_back(".rn");
  auto as = StringSwitch<unsigned>(operation)
                .Case("add", Instruction::FAdd)
                .Case("sub", Instruction::FSub)
                .Case("mul", Instruction::FMul)
                .Default(0);
  if (as)
    return builder.CreateBinOp(Instruction::BinaryOps(as), a, b);
  bool isMin = operation == "min";
  return isMin || operation == "max"
             ? builder.CreateBinaryIntrinsic(isMin ? Intrinsic::minnum : Intrinsic::maxnum, a, b)
             : nullptr;
}

Value *compute(IRBuilderBase &builder, CallInst &call, const PtxInstruction &line) {
  auto [operation, format] = StringRef(line.name).rsplit('.');
  Type *type = format == "f64"   ? builder.getDoubleTy()
               : format == "f32" ? builder.getFloatTy()
                                 : nullptr;
  if (!type || call.getType() != type || line.operands != ptxOperands(0, 1 + call.arg_size()) ||
      any_of(call.args(), [&](const Use &use) { return use->getType() != type; }))
    return nullptr;
  if (call.arg_size() == 1)
    return ofOne(builder, operation, call.getArgOperand(0));
  if (call.arg_size() == 2)
    return ofTwo(builder, operation, call.getArgOperand(0), call.getArgOperand(1));
  // structure: allow function-name, because it is PTX's
  return operation == "fma.rn" && call.arg_size() == 3
             ? builder.CreateIntrinsic(Intrinsic::fma, {type}, SmallVector<Value *, 3>(call.args()))
             : nullptr;
}

/// One register, or two halves of one, as others of the same size.
Value *moveBits(IRBuilderBase &builder, CallInst &call, const PtxInstruction &line) {
  auto bitsOf = [](const Type *type) { return unsigned(type->getPrimitiveSizeInBits()); };
  Type *word = builder.getInt32Ty(), *two = builder.getInt64Ty(), *result = call.getType();
  auto *halves = dyn_cast<StructType>(result);
  Value *first = call.arg_empty() ? nullptr : call.getArgOperand(0);
  if (!first)
    return nullptr;
  bool isOfTwo = line.name == "mov.b64", isOfOne = line.name == "mov.b32";
  unsigned bits = isOfTwo ? 64 : 32;
  if ((isOfTwo || isOfOne) && line.operands == "$0,$1" && call.arg_size() == 1 && !halves &&
      bitsOf(first->getType()) == bits && bitsOf(result) == bits)
    return builder.CreateBitCast(first, result);
  if (isOfTwo && line.operands == "{$0,$1},$2" && call.arg_size() == 1 && halves &&
      halves->getNumElements() == 2 && halves->getElementType(0) == word &&
      halves->getElementType(1) == word && bitsOf(first->getType()) == bits) {
    Value *whole = builder.CreateBitCast(first, two);
    Value *low = builder.CreateTrunc(whole, word);
    Value *high = builder.CreateTrunc(builder.CreateLShr(whole, bitsOf(word)), word);
    return builder.CreateInsertValue(builder.CreateInsertValue(PoisonValue::get(result), low, 0),
                                     high, 1);
  }
  if (isOfTwo && line.operands == "$0,{$1,$2}" && call.arg_size() == 2 &&
      first->getType() == word && call.getArgOperand(1)->getType() == word &&
      bitsOf(result) == bits) {
    Value *high = builder.CreateShl(builder.CreateZExt(call.getArgOperand(1), two), bitsOf(word));
    return builder.CreateBitCast(builder.CreateOr(builder.CreateZExt(first, two), high), result);
  }
  return nullptr;
}

/// Nothing comes of it but that memory is nearer.
bool isPrefetch(const CallInst &call, const PtxInstruction &line) {
  StringRef name = line.name;
  bool isNamed = name.consume_front("prefetchu.") || name.consume_front("prefetch.");
  name.consume_front("global.") || name.consume_front("local.");
  return isNamed && (name.starts_with("L1") || name.starts_with("L2")) && call.use_empty() &&
         StringRef(line.operands).starts_with("[$0") && StringRef(line.operands).ends_with("]");
}

} // namespace

bool nameNumberArithmetic(CallInst &call) {
  std::optional<PtxInstruction> line =
      call.getModule()->getTargetTriple().isNVPTX() ? ptxInstructionOf(call) : std::nullopt;
  if (!line)
    return false;
  if (!isPrefetch(call, *line)) {
    IRBuilder<> builder(&call);
    Value *result = compute(builder, call, *line);
    if (!result)
      result = moveBits(builder, call, *line);
    if (!result)
      return false;
    call.replaceAllUsesWith(result);
  }
  call.eraseFromParent();
  return true;
}

} // namespace enzyme
