//===- Variadic.cpp - arguments beyond those a function names ---------------===//
//
// On x86-64 a variadic function finds them in its register save area (6 words of integers,
// 8 pairs of words of floats) and behind it on the stack. The front end has written out how
// they are read there; so the caller lays out their shadows in the same manner, and va_start
// puts them beside the two areas:
//
//   | 48 bytes: integer registers | 128 bytes: vector registers | the stack, from 176 |
//===----------------------------------------------------------------------===//
#include "oracle/Frame.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme::oracle {
namespace {

constexpr uint64_t integersEnd = 48, registersEnd = 176;
/// Within a va_list.
constexpr uint64_t stackMember = 8, registersMember = 16;

/// Where the next argument lies; all have to be asked for, the named ones too.
class Areas {
public:
  explicit Areas(const DataLayout &layout) : layout(layout) {}

  uint64_t next(Type *type) {
    bool isVector = (type->isFloatingPointTy() && !type->isX86_FP80Ty()) || type->isVectorTy();
    bool isInteger =
        type->isPointerTy() || (type->isIntegerTy() && layout.getTypeStoreSize(type) <= 8);
    if (isVector && vectors < registersEnd)
      return std::exchange(vectors, vectors + 16);
    if (isInteger && integers < integersEnd)
      return std::exchange(integers, integers + 8);
    return onStack(type, layout.getABITypeAlign(type));
  }
  uint64_t onStack(Type *type, Align align) {
    stack = alignTo(stack, std::max(align, Align(8)));
    return std::exchange(stack, stack + alignTo(layout.getTypeAllocSize(type).getFixedValue(), 8));
  }
  /// The stack's part begins behind the last argument that has a name.
  void nameEnds() { stack = registersEnd; }
  uint64_t end() const { return stack; }

private:
  const DataLayout &layout;
  uint64_t integers = 0, vectors = integersEnd, stack = registersEnd;
};

void copyArgument(Frame &frame, CallBase &call, unsigned i, Areas &areas) {
  IRBuilder<> builder(&call);
  Value *argument = call.getArgOperand(i);
  bool isByValue = call.isByValArgument(i), isNamed = i < call.getFunctionType()->getNumParams();
  Type *type = isByValue ? call.getParamByValType(i) : argument->getType();
  uint64_t offset =
      isByValue ? areas.onStack(type, call.getParamAlign(i).valueOrOne()) : areas.next(type);
  if (isNamed)
    return areas.nameEnds();
  if (areas.end() > blockBytes)
    return;
  Value *begin = builder.CreateThreadLocalAddress(frame.runtime.variadic);
  Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), begin, offset);
  if (isByValue)
    builder.CreateMemCpy(place, Align(8), frame.placeOf(builder, argument), MaybeAlign(),
                         frame.layout.getTypeStoreSize(type));
  else
    builder.CreateAlignedStore(frame.of(argument), place, Align(8));
}

Value *member(IRBuilder<> &builder, Value *list, uint64_t offset) {
  Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), list, offset);
  return builder.CreateLoad(builder.getPtrTy(), place);
}

} // namespace

void passVariadic(Frame &frame, CallBase &call) {
  if (!call.getFunctionType()->isVarArg())
    return;
  Areas areas(frame.layout);
  for (unsigned i = 0; i != call.arg_size(); ++i)
    copyArgument(frame, call, i, areas);
  IRBuilder<> builder(&call);
  builder.CreateStore(builder.getInt64(std::min(areas.end(), blockBytes)),
                      builder.CreateThreadLocalAddress(frame.runtime.variadicBytes));
}

/// Before anything else is called: the block is the thread's.
void keepVariadic(Frame &frame) {
  if (!frame.function.isVarArg())
    return;
  BasicBlock &entry = frame.function.getEntryBlock();
  IRBuilder<> builder(&*entry.getFirstInsertionPt());
  frame.variadicCopy = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), blockBytes));
  builder.CreateMemSet(frame.variadicCopy, builder.getInt8(0), blockBytes, MaybeAlign());
  Value *called = builder.CreateLoad(frame.runtime.address,
                                     builder.CreateThreadLocalAddress(frame.runtime.called));
  Value *bytes = builder.CreateLoad(frame.runtime.word,
                                    builder.CreateThreadLocalAddress(frame.runtime.variadicBytes));
  frame.variadicBytes = builder.CreateSelect(builder.CreateICmpEQ(called, &frame.function), bytes,
                                             builder.getInt64(registersEnd));
  builder.CreateMemCpy(frame.variadicCopy, MaybeAlign(),
                       builder.CreateThreadLocalAddress(frame.runtime.variadic), MaybeAlign(),
                       builder.CreateSelect(builder.CreateICmpEQ(called, &frame.function), bytes,
                                            builder.getInt64(0)));
}

void receiveVariadic(Frame &frame, IntrinsicInst &start) {
  IRBuilder<> builder(start.getNextNode());
  Value *list = start.getArgOperand(0);
  // The list itself holds addresses and offsets.
  builder.CreateMemSet(frame.placeOf(builder, list), builder.getInt8(0), 24, MaybeAlign());
  Value *registers = member(builder, list, registersMember);
  builder.CreateMemCpy(frame.placeOf(builder, registers), MaybeAlign(), frame.variadicCopy,
                       MaybeAlign(), registersEnd);
  Value *rest =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame.variadicCopy, registersEnd);
  // Only as much as the call had: what lies beyond is the caller's frame.
  Value *bytes = builder.CreateSub(frame.variadicBytes, builder.getInt64(registersEnd));
  builder.CreateMemCpy(frame.placeOf(builder, member(builder, list, stackMember)), MaybeAlign(),
                       rest, MaybeAlign(), bytes);
}

} // namespace enzyme::oracle
