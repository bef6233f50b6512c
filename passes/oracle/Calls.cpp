//===- Calls.cpp - shadows of arguments and results -------------------------===//
//
// The caller leaves the shadows in a block of its thread and the callee's address in
// `called`; the callee, when it finds itself there, takes them, and leaves its own address
// in `answered` when it returns. A function that does not answer was not instrumented: the runtime
// judges the call by its name (runtime/oracle/foreign.c).
//===----------------------------------------------------------------------===//
#include "oracle/Frame.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme::oracle {
namespace {

/// Offsets of arguments in the block, in their order.
class Layout {
public:
  explicit Layout(const DataLayout &layout) : layout(layout) {}
  uint64_t next(Type *type) {
    uint64_t here = offset;
    offset += alignTo(layout.getTypeStoreSize(type).getFixedValue(), blockAlign);
    return here;
  }
  bool isFull() const { return offset > blockBytes; }

private:
  const DataLayout &layout;
  uint64_t offset = 0;
};

Value *placeIn(IRBuilder<> &builder, GlobalVariable *block, uint64_t offset) {
  Value *begin = builder.CreateThreadLocalAddress(block);
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), begin, offset);
}

void handOver(Frame &frame, CallBase &call) {
  IRBuilder<> builder(&call);
  Layout layout(frame.layout);
  for (unsigned i = 0; i != call.getFunctionType()->getNumParams(); ++i) {
    Value *argument = call.getArgOperand(i);
    if (call.paramHasAttr(i, Attribute::Nest)) // a trampoline's: callers may not know of it
      continue;
    bool isByValue = call.isByValArgument(i);
    Type *type = isByValue ? call.getParamByValType(i) : shadowType(argument->getType());
    if (!type)
      continue;
    Value *place = placeIn(builder, frame.runtime.arguments, layout.next(type));
    if (layout.isFull())
      return frame.stopIf(builder.getTrue(), call, "arguments larger than the oracle's block");
    if (isByValue)
      builder.CreateMemCpy(place, Align(blockAlign), frame.placeOf(builder, argument), MaybeAlign(),
                           frame.layout.getTypeStoreSize(type));
    else
      builder.CreateAlignedStore(frame.of(argument), place, Align(blockAlign));
  }
}

/// Where a call goes on when it returned; an edge of its own for one that may throw.
Instruction *behind(CallBase &call) {
  auto *invoke = dyn_cast<InvokeInst>(&call);
  if (!invoke)
    return call.getNextNode();
  BasicBlock *before = invoke->getParent(), *rest = invoke->getNormalDest();
  BasicBlock *edge = BasicBlock::Create(call.getContext(), "returned", before->getParent(), rest);
  invoke->setNormalDest(edge);
  rest->replacePhiUsesWith(before, edge);
  return BranchInst::Create(rest, edge);
}

/// An argument as the runtime sees it: an address, a number, or nothing.
Value *asWord(IRBuilder<> &builder, Value *argument) {
  Type *type = argument->getType();
  if (type->isPointerTy())
    return builder.CreatePtrToInt(argument, builder.getInt64Ty());
  bool isNumber = type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
  return isNumber ? builder.CreateSExtOrTrunc(argument, builder.getInt64Ty()) : builder.getInt64(0);
}

/// Code without instrumentation was called: with which arguments, and with an active value?
/// An i1 at `where`: the tangents of its result are known all the same.
Value *tellOfForeign(Frame &frame, CallBase &call, Value *isForeign, Instruction &where) {
  IRBuilder<> early(&call);
  Value *isActive = early.getFalse();
  for (Value *argument : call.args())
    if (Value *shadow = argument->getType()->isPointerTy() ? nullptr : frame.of(argument))
      isActive = early.CreateOr(isActive, frame.isActive(early, shadow));
  const Function *callee = call.getCalledFunction();
  BasicBlock *before = where.getParent();
  IRBuilder<> builder(SplitBlockAndInsertIfThen(isForeign, where.getIterator(), false));
  SmallVector<Value *> words;
  unsigned pointers = 0;
  for (Value *argument : call.args())
    if (words.size() != foreignWords) {
      pointers |= unsigned(argument->getType()->isPointerTy()) << words.size();
      words.push_back(asWord(builder, argument));
    }
  SmallVector<Value *> arguments = {call.getCalledOperand(),
                                    callee ? frame.runtime.text(callee->getName())
                                           : ConstantPointerNull::get(builder.getPtrTy()),
                                    frame.lineOf(call),
                                    builder.CreateZExt(isActive, builder.getInt32Ty()),
                                    builder.getInt32(words.size()),
                                    builder.getInt32(pointers)};
  append_range(arguments, words);
  Value *isKnown = builder.CreateIsNotNull(builder.CreateCall(frame.runtime.foreign, arguments));
  PHINode *known = IRBuilder<>(&where.getParent()->front()).CreatePHI(builder.getInt1Ty(), 2);
  known->addIncoming(isKnown, builder.GetInsertBlock());
  known->addIncoming(builder.getFalse(), before);
  return known;
}

/// Procedures within procedures are called by way of code on the stack, which begins with
/// movabs $function, %r11.
Value *functionBehind(IRBuilder<> &builder, CallBase &call) {
  Value *callee = call.getCalledOperand();
  if (isa<Constant>(callee))
    return callee;
  Value *begin = builder.CreateAlignedLoad(builder.getInt16Ty(), callee, Align(1));
  Value *isTrampoline = builder.CreateICmpEQ(begin, builder.getInt16(0xbb49));
  Value *behind = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), callee, 2);
  Value *place = builder.CreateSelect(isTrampoline, behind, callee);
  Value *function = builder.CreateAlignedLoad(callee->getType(), place, Align(1));
  return builder.CreateSelect(isTrampoline, function, callee);
}

void takeResult(Frame &frame, CallBase &call, Value *callee) {
  Instruction *where = behind(call);
  if (!where || isa<UnreachableInst>(where))
    return;
  IRBuilder<> builder(where);
  Interface &runtime = frame.runtime;
  Value *answered =
      builder.CreateLoad(runtime.address, builder.CreateThreadLocalAddress(runtime.answered));
  Value *isForeign = builder.CreateICmpNE(answered, callee);
  Value *isKnown = tellOfForeign(frame, call, isForeign, *where);
  Type *type = shadowType(call.getType());
  if (!type)
    return;
  IRBuilder<> behindIt(where);
  Value *shadow =
      behindIt.CreateAlignedLoad(type, placeIn(behindIt, runtime.results, 0), Align(blockAlign));
  Value *isLost = behindIt.CreateAnd(isForeign, behindIt.CreateNot(isKnown));
  frame.set(call, behindIt.CreateSelect(isLost, Constant::getNullValue(type), shadow));
}

} // namespace

void passCall(Frame &frame, CallBase &call) {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    return (void)passIntrinsic(frame, *intrinsic);
  if (call.isInlineAsm())
    return passAssembly(frame, call);
  if (passLibraryCall(frame, call))
    return;
  if (auto *plain = dyn_cast<CallInst>(&call))
    plain->setTailCallKind(CallInst::TCK_None); // something follows it now
  handOver(frame, call);
  passVariadic(frame, call);
  IRBuilder<> builder(&call);
  Interface &runtime = frame.runtime;
  Value *callee = functionBehind(builder, call);
  builder.CreateStore(callee, builder.CreateThreadLocalAddress(runtime.called));
  builder.CreateStore(Constant::getNullValue(runtime.address),
                      builder.CreateThreadLocalAddress(runtime.answered));
  takeResult(frame, call, callee);
}

void receiveArguments(Frame &frame) {
  BasicBlock &entry = frame.function.getEntryBlock();
  IRBuilder<> builder(&*entry.getFirstInsertionPt());
  Interface &runtime = frame.runtime;
  Value *called = builder.CreateThreadLocalAddress(runtime.called);
  frame.isCalledByOurs =
      builder.CreateICmpEQ(builder.CreateLoad(runtime.address, called), &frame.function);
  builder.CreateStore(Constant::getNullValue(runtime.address), called);
  Layout layout(frame.layout);
  for (Argument &argument : frame.function.args()) {
    if (argument.hasNestAttr())
      continue;
    bool isByValue = argument.hasByValAttr();
    Type *type = isByValue ? argument.getParamByValType() : shadowType(argument.getType());
    if (!type)
      continue;
    Value *place = placeIn(builder, runtime.arguments, layout.next(type));
    if (layout.isFull())
      return;
    if (!isByValue) {
      Value *shadow = builder.CreateAlignedLoad(type, place, Align(blockAlign));
      frame.set(argument,
                builder.CreateSelect(frame.isCalledByOurs, shadow, Constant::getNullValue(type)));
      continue;
    }
    Value *copy = frame.placeOf(builder, &argument);
    uint64_t bytes = frame.layout.getTypeStoreSize(type);
    builder.CreateMemSet(copy, builder.getInt8(0), bytes, MaybeAlign());
    Value *count =
        builder.CreateSelect(frame.isCalledByOurs, builder.getInt64(bytes), builder.getInt64(0));
    builder.CreateMemCpy(copy, MaybeAlign(), place, Align(blockAlign), count);
  }
}

void passReturn(Frame &frame, ReturnInst &instruction) {
  IRBuilder<> builder(&instruction);
  Interface &runtime = frame.runtime;
  builder.CreateStore(&frame.function, builder.CreateThreadLocalAddress(runtime.answered));
  Value *result = instruction.getReturnValue();
  if (!result || !shadowType(result->getType()))
    return;
  builder.CreateAlignedStore(frame.of(result), placeIn(builder, runtime.results, 0),
                             Align(blockAlign));
}

} // namespace enzyme::oracle
