//===- Canonicalise.cpp - library calls in the form that rules know ------===//
#include "rules/calls/Canonicalise.h"
#include "rules/Spelling.h"
#include "rules/calls/ByValue.h"
#include "rules/calls/CanonicalTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

const calls::OutPointerRow *outPointerRow(const CallInst &call, StringRef name) {
  if (call.arg_size() < 2 || !call.getArgOperand(0)->getType()->isFloatingPointTy())
    return nullptr;
  for (const Spelling &spelling : readSymbol(name))
    for (const calls::OutPointerRow &row : calls::outPointers)
      if (spelling.name == row.name && call.arg_size() == row.arguments &&
          call.getArgOperand(1)->getType()->isPointerTy() &&
          fits(spelling.precision, *call.getArgOperand(0)->getType()))
        return &row;
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
  for (unsigned i = 1; i < row.arguments; ++i)
    builder.CreateStore(builder.CreateExtractValue(all, row.firstStored + i - 1),
                        call.getArgOperand(i));
  replace(call,
          row.resultElement < 0 ? nullptr : builder.CreateExtractValue(all, row.resultElement));
}

const calls::MemoryRow *memoryRow(const CallInst &call, StringRef name) {
  for (const calls::MemoryRow &row : calls::memoryFunctions)
    if (name == row.name && call.arg_size() == row.arguments &&
        call.getArgOperand(row.destination)->getType()->isPointerTy() &&
        call.getArgOperand(row.length)->getType()->isIntegerTy())
      return &row;
  return nullptr;
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
    builder.CreateMemSet(destination, builder.CreateTrunc(source, builder.getInt8Ty()), length,
                         MaybeAlign());
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

bool canonicalise(CallInst &call) {
  auto *callee = dyn_cast<Function>(call.getCalledOperand());
  if (!callee || !callee->isDeclaration() || callee->isIntrinsic())
    return false;
  StringRef name = callee->getName();
  if (const auto *row = outPointerRow(call, name))
    splitOutPointers(call, *row);
  else if (const auto *row = memoryRow(call, name))
    useMemoryIntrinsic(call, *row);
  else
    return passComplexByValue(call);
  return true;
}

} // namespace

bool canonicaliseLibraryCalls(Function &function) {
  bool isChanged = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      isChanged |= canonicalise(*call);
  return isChanged;
}

} // namespace enzyme
