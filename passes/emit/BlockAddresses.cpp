//===- BlockAddresses.cpp ---------------------------------------------------===//
//
// The highest byte of an address is zero; it has the variable's number here, from one.
//===-------------------------------------------------------------------------===//
#include "emit/BlockAddresses.h"
#include "emit/BlockShadows.h"
#include "rules/gpu/Devices.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned numberBits = 8;

/// Where a variable begins, in the address space of `pointer`, as a number.
Value *beginOf(IRBuilderBase &builder, GlobalVariable &variable, Type *pointer, Type *word) {
  return builder.CreatePtrToInt(builder.CreateAddrSpaceCast(&variable, pointer), word);
}

Type *wordOf(IRBuilderBase &builder, Type *pointer) {
  return builder.GetInsertBlock()->getModule()->getDataLayout().getIntPtrType(pointer);
}

Value *numberOf(unsigned index, Type *word) {
  unsigned bits = word->getIntegerBitWidth();
  return ConstantInt::get(word, APInt(bits, index + 1).shl(bits - numberBits));
}

} // namespace

Value *withoutPlace(IRBuilderBase &builder, Value *address, ArrayRef<GlobalVariable *> variables) {
  Type *pointer = address->getType(), *word = wordOf(builder, pointer);
  const DataLayout &layout = builder.GetInsertBlock()->getModule()->getDataLayout();
  Value *at = builder.CreatePtrToInt(address, word), *kept = at;
  // The end of one variable may be where another begins: that is the one.
  for (bool isEnd : {true, false})
    for (auto [index, variable] : enumerate(variables)) {
      Value *begin = beginOf(builder, *variable, pointer, word);
      Value *distance = builder.CreateSub(at, begin);
      uint64_t bytes = layout.getTypeAllocSize(variable->getValueType());
      Value *end = isOfLaunch(*variable) ? bytesOfLaunch(builder, *variable, begin)
                                         : ConstantInt::get(word, bytes);
      Value *isMeant =
          isEnd ? builder.CreateICmpEQ(distance, end) : builder.CreateICmpULT(distance, end);
      Value *inVariable = builder.CreateOr(distance, numberOf(index, word));
      kept = builder.CreateSelect(isMeant, inVariable, kept);
    }
  return kept;
}

Type *wordWithoutPlace(IRBuilderBase &builder, Type *pointer) { return wordOf(builder, pointer); }

Value *inPlace(IRBuilderBase &builder, Value *all, Type *pointer,
               ArrayRef<GlobalVariable *> variables) {
  Type *word = all->getType();
  unsigned bits = word->getIntegerBitWidth();
  APInt mask = APInt::getHighBitsSet(bits, numberBits);
  Value *number = builder.CreateAnd(all, ConstantInt::get(word, mask));
  Value *distance = builder.CreateAnd(all, ConstantInt::get(word, ~mask));
  Value *at = all;
  for (auto [index, variable] : enumerate(variables)) {
    Value *inside = builder.CreateAdd(beginOf(builder, *variable, pointer, word), distance);
    at = builder.CreateSelect(builder.CreateICmpEQ(number, numberOf(index, word)), inside, at);
  }
  return builder.CreateIntToPtr(at, pointer);
}

} // namespace enzyme
