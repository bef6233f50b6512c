//===- Intrinsics.cpp - what LLVM's own functions do to shadows -------------===//
//
// Unknown intrinsics stop the program where an active value is handed to them.
//===----------------------------------------------------------------------===//
#include "oracle/Library.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme::oracle {
namespace {

void moveMemory(Frame &frame, MemIntrinsic &call) {
  IRBuilder<> builder(&call);
  Value *to = frame.placeOf(builder, call.getDest());
  if (isa<MemSetInst>(call))
    builder.CreateMemSet(to, builder.getInt8(0), call.getLength(), call.getDestAlign());
  else
    builder.CreateMemMove(to, call.getDestAlign(),
                          frame.placeOf(builder, cast<MemTransferInst>(call).getSource()),
                          cast<MemTransferInst>(call).getSourceAlign(), call.getLength());
}

void clearObject(Frame &frame, IntrinsicInst &call) {
  auto *object = dyn_cast<AllocaInst>(call.getArgOperand(0)->stripPointerCasts());
  if (!object)
    return;
  IRBuilder<> builder(&call);
  builder.CreateMemSet(frame.placeOf(builder, object), builder.getInt8(0),
                       frame.sizeOf(builder, *object), MaybeAlign());
}

/// The same operation on shadows: numbers that choose (amounts, masks) stay as they are.
Value *sameOnShadows(Frame &frame, IntrinsicInst &call, ArrayRef<unsigned> moved) {
  IRBuilder<> builder(&call);
  auto *copy = cast<CallInst>(call.clone());
  for (unsigned i : moved) {
    Value *operand = call.getArgOperand(i);
    bool isAddress = operand->getType()->getScalarType()->isPointerTy();
    copy->setArgOperand(i, isAddress ? frame.placeOf(builder, operand) : frame.of(operand));
  }
  copy->setMetadata(LLVMContext::MD_tbaa, nullptr);
  builder.Insert(copy);
  return copy;
}

/// d(start * product v) by the product rule over lanes.
Value *ofProduct(Frame &frame, IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  Value *vector = call.getArgOperand(1), *shadow = frame.of(vector);
  Value *product = call.getArgOperand(0), *tangent = frame.of(product);
  for (unsigned i = 0; i != cast<FixedVectorType>(vector->getType())->getNumElements(); ++i) {
    Value *lane = builder.CreateExtractElement(vector, i);
    tangent =
        builder.CreateFAdd(timesTangent(builder, lane, tangent),
                           timesTangent(builder, product, builder.CreateExtractElement(shadow, i)));
    product = builder.CreateFMul(product, lane);
  }
  return tangent;
}

/// The tangent of the chosen lane, the first of equals.
Value *ofExtremum(Frame &frame, IntrinsicInst &call) {
  IRBuilder<> builder(call.getNextNode());
  Value *vector = call.getArgOperand(0), *shadow = frame.of(vector);
  Value *tangent = Constant::getNullValue(call.getType());
  for (unsigned i = cast<FixedVectorType>(vector->getType())->getNumElements(); i-- != 0;) {
    Value *isIt = builder.CreateFCmpOEQ(builder.CreateExtractElement(vector, i), &call);
    tangent = builder.CreateSelect(isIt, builder.CreateExtractElement(shadow, i), tangent);
  }
  return tangent;
}

Value *ofMulAdd(Frame &frame, IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  auto tangent = [&](unsigned i) { return frame.of(call.getArgOperand(i)); };
  Value *products = builder.CreateFAdd(timesTangent(builder, call.getArgOperand(1), tangent(0)),
                                       timesTangent(builder, call.getArgOperand(0), tangent(1)));
  return builder.CreateFAdd(products, tangent(2));
}

/// Null: not one of these.
Value *shadowOf(Frame &frame, IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    return ofMulAdd(frame, call);
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
    return sameOnShadows(frame, call, {0});
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    return sameOnShadows(frame, call, {0, 1});
  case Intrinsic::vector_reduce_fadd:
    return sameOnShadows(frame, call, {0, 1});
  case Intrinsic::vector_reduce_fmul:
    return ofProduct(frame, call);
  case Intrinsic::vector_reduce_fmax:
  case Intrinsic::vector_reduce_fmin:
  case Intrinsic::vector_reduce_fmaximum:
  case Intrinsic::vector_reduce_fminimum:
    return ofExtremum(frame, call);
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return sameOnShadows(frame, call, {0, call.arg_size() - 1});
  case Intrinsic::expect:
  case Intrinsic::arithmetic_fence:
  case Intrinsic::canonicalize:
  case Intrinsic::ssa_copy:
    return frame.of(call.getArgOperand(0));
  default:
    return nullptr;
  }
}

/// Those that yield nothing or no number.
bool isEffect(Frame &frame, IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::lifetime_start:
    clearObject(frame, call);
    return true;
  case Intrinsic::vastart:
    receiveVariadic(frame, call);
    return true;
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    sameOnShadows(frame, call, {0, 1});
    return true;
  case Intrinsic::is_fpclass:
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
  case Intrinsic::assume:
  case Intrinsic::is_constant:
  case Intrinsic::fake_use:
    return true;
  default:
    return call.isAssumeLikeIntrinsic() || isa<DbgInfoIntrinsic>(call);
  }
}

} // namespace

/// The processor's own functions may read what they are handed addresses of.
static void stopIfMemoryIsActive(Frame &frame, IntrinsicInst &call, StringRef name) {
  IRBuilder<> builder(&call);
  Value *any = builder.getFalse();
  for (Value *argument : call.args())
    if (argument->getType()->isPointerTy() && name.starts_with("x86.")) {
      Value *place = frame.placeOf(builder, argument);
      Value *shadow = builder.CreateAlignedLoad(builder.getInt64Ty(), place, Align(1));
      any = builder.CreateOr(any, builder.CreateIsNotNull(shadow));
    }
  frame.stopIf(any, call, ("memory of an active value in " + name).str());
}

bool passIntrinsic(Frame &frame, IntrinsicInst &call) {
  if (auto *memory = dyn_cast<MemIntrinsic>(&call)) {
    moveMemory(frame, *memory);
    return true;
  }
  if (Value *shadow = shadowOf(frame, call)) {
    frame.set(call, shadow);
    return true;
  }
  if (isEffect(frame, call))
    return true;
  StringRef name =
      Intrinsic::getBaseName(call.getIntrinsicID()).drop_front(StringRef("llvm.").size());
  if (passMathIntrinsic(frame, call, name) || passVectorFunction(frame, call, name))
    return true;
  stopIfMemoryIsActive(frame, call, name);
  frame.stopIfActive(call, ("an active value in " + name).str());
  return true;
}

} // namespace enzyme::oracle
