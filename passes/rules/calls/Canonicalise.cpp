//===- Canonicalise.cpp - library calls in the form that rules know ------===//
#include "rules/calls/Canonicalise.h"
#include "rules/Shape.h"
#include "rules/Spelling.h"
#include "rules/calls/AddressesInside.h"
#include "rules/calls/ByValue.h"
#include "rules/calls/CanonicalTables.h"
#include "rules/calls/ReadIn.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

const calls::OutPointerRow *outPointerRow(const CallInst &call, StringRef name) {
  for (const Spelling &spelling : readSymbol(name))
    if (const auto *row = rowOf(call, spelling.name, calls::outPointers)) {
      Type *type = call.getArgOperand(0)->getType();
      bool isReturned = row->resultElement >= 0;
      if (fits(spelling.precision, *type) && (!isReturned || call.getType() == type))
        return row;
    }
  return nullptr;
}

void replace(CallInst &call, Value *result) {
  if (result && !call.use_empty())
    call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

void splitOutPointers(CallInst &call, const calls::OutPointerRow &row) {
  IRBuilder<> builder(&call);
  if (isa<FPMathOperator>(call))
    builder.setFastMathFlags(call.getFastMathFlags());
  Value *x = call.getArgOperand(0);
  Value *all = builder.CreateIntrinsic(row.intrinsic, x->getType(), {x});
  for (unsigned i = 1; i < call.arg_size(); ++i)
    builder.CreateStore(builder.CreateExtractValue(all, row.firstStored + i - 1),
                        call.getArgOperand(i));
  replace(call,
          row.resultElement < 0 ? nullptr : builder.CreateExtractValue(all, row.resultElement));
}

void useMemoryIntrinsic(CallInst &call, const calls::MemoryRow &row) {
  IRBuilder<> builder(&call);
  Value *destination = call.getArgOperand(row.destination);
  Value *source = call.getArgOperand(row.source);
  Value *length = call.getArgOperand(row.length);
  switch (row.kind) {
  case calls::MemoryFunction::Copy:
    builder.CreateMemCpy(destination, MaybeAlign(), source, MaybeAlign(), length);
    break;
  case calls::MemoryFunction::Move:
    builder.CreateMemMove(destination, MaybeAlign(), source, MaybeAlign(), length);
    break;
  case calls::MemoryFunction::Set:
    builder.CreateMemSet(destination, builder.CreateZExtOrTrunc(source, builder.getInt8Ty()),
                         length, MaybeAlign());
    break;
  case calls::MemoryFunction::Zero:
    builder.CreateMemSet(destination, builder.getInt8(0), length, MaybeAlign());
    break;
  }
  Value *result = destination;
  if (row.returnsEnd)
    result = builder.CreateInBoundsPtrAdd(destination, length);
  replace(call, call.getType()->isVoidTy() ? nullptr : result);
}

/// Null if `call` does anything but give bits another type.
Value *asBits(CallInst &call, StringRef name) {
  IRBuilder<> builder(&call);
  Type *word = builder.getInt32Ty(), *both = builder.getInt64Ty(), *number = builder.getDoubleTy();
  auto takes = [&](ArrayRef<Type *> types, Type *result) {
    return call.getFunctionType() == FunctionType::get(result, types, false);
  };
  if (is_contained(calls::bitFunctions, name) && call.arg_size() == 1 &&
      CastInst::isBitCastable(call.getArgOperand(0)->getType(), call.getType()))
    return builder.CreateBitCast(call.getArgOperand(0), call.getType());
  if (name == calls::doubleOfWords && takes({word, word}, number)) {
    Value *high = builder.CreateShl(builder.CreateZExt(call.getArgOperand(0), both), 32);
    Value *low = builder.CreateZExt(call.getArgOperand(1), both);
    return builder.CreateBitCast(builder.CreateOr(high, low), number);
  }
  if ((name != calls::highWord && name != calls::lowWord) || !takes({number}, word))
    return nullptr;
  Value *bits = builder.CreateBitCast(call.getArgOperand(0), both);
  return builder.CreateTrunc(name == calls::highWord ? builder.CreateLShr(bits, 32) : bits, word);
}

/// posix_memalign(where, alignment, size)
void allocateAligned(CallInst &call) {
  IRBuilder<> builder(&call);
  Type *size = call.getArgOperand(2)->getType();
  FunctionCallee allocate =
      call.getModule()->getOrInsertFunction(calls::allocateAligned, builder.getPtrTy(), size, size);
  Value *memory = builder.CreateCall(allocate, {call.getArgOperand(1), call.getArgOperand(2)});
  builder.CreateStore(memory, call.getArgOperand(0));
  Value *failed = builder.CreateIsNull(memory);
  replace(call, builder.CreateSelect(failed, ConstantInt::get(call.getType(), calls::noMemory),
                                     ConstantInt::get(call.getType(), 0)));
}

bool isAlignedAllocation(const CallInst &call, StringRef name) {
  return name == calls::allocateThroughPointer && hasShape(call, calls::throughPointerShape);
}

void splitReallocation(CallInst &call) {
  IRBuilder<> builder(&call);
  Module &module = *call.getModule();
  Value *old = call.getArgOperand(0);
  Value *size = call.getArgOperand(1);
  if (call.arg_size() == 3)
    size = builder.CreateMul(size, call.getArgOperand(2));
  Type *pointer = builder.getPtrTy(), *integer = size->getType();
  Value *room = builder.CreateCall(module.getOrInsertFunction(calls::roomName, integer, pointer),
                                   {old}, "room");
  Value *made =
      builder.CreateCall(module.getOrInsertFunction(calls::allocateName, pointer, integer), {size});
  Value *length = builder.CreateBinaryIntrinsic(Intrinsic::umin, room, size);
  builder.CreateMemCpy(made, MaybeAlign(), old, MaybeAlign(), length);
  builder.CreateCall(module.getOrInsertFunction(calls::releaseName, builder.getVoidTy(), pointer),
                     {old});
  replace(call, made);
}

bool canonicalise(CallInst &call) {
  auto *callee = dyn_cast<Function>(call.getCalledOperand());
  if (!callee || !callee->isDeclaration() || callee->isIntrinsic())
    return false;
  StringRef name = callee->getName();
  if (const auto *row = outPointerRow(call, name))
    splitOutPointers(call, *row);
  else if (const auto *row = rowOf(call, name, calls::memoryFunctions))
    useMemoryIntrinsic(call, *row);
  else if (Value *bits = asBits(call, name))
    replace(call, bits);
  else if (isAlignedAllocation(call, name))
    allocateAligned(call);
  else
    return followAddressInside(call) || passComplexByValue(call);
  return true;
}

} // namespace

bool isReallocation(const CallBase &call) {
  auto *callee = dyn_cast<Function>(call.getCalledOperand());
  return callee && callee->isDeclaration() && rowOf(call, callee->getName(), calls::reallocations);
}

const Function *calledAtEnd(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  bool isAtEnd = callee && callee->isDeclaration() && call.arg_size() == 3 &&
                 is_contained({"__cxa_atexit", "__cxa_thread_atexit"}, callee->getName());
  return isAtEnd ? dyn_cast<Function>(call.getArgOperand(0)) : nullptr;
}

bool canonicaliseLibraryCalls(Function &function) {
  bool isChanged = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      isChanged |= canonicalise(*call);
  SmallVector<CallBase *> calls; // an invoke's edge may be split
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      calls.push_back(call);
  for (CallBase *call : calls)
    isChanged |= endDerivativesOfReadMemory(*call);
  return isChanged;
}

bool splitReallocations(Function &function) {
  bool isChanged = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && isReallocation(*call)) {
      splitReallocation(*call);
      isChanged = true;
    }
  return isChanged;
}

} // namespace enzyme
