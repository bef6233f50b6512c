//===- CallRule.cpp - calling a function of a user's rule -----------------===//
#include "request/CallRule.h"
#include "request/FitResult.h"
#include "support/CallAttributes.h"

using namespace llvm;

namespace enzyme {

Value *callRule(IRBuilderBase &builder, const RuleFunction &rule, ArrayRef<Value *> arguments) {
  SmallVector<Value *, 16> all;
  AllocaInst *memory = nullptr;
  if (rule.hiddenResult) {
    BasicBlock &entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
    IRBuilder<> atEntry(&entry, entry.begin());
    memory = atEntry.CreateAlloca(rule.resultType);
    if (MaybeAlign align = rule.function->getParamAlign(0))
      memory->setAlignment(*align);
    all.push_back(builder.CreateAddrSpaceCast(memory, builder.getPtrTy()));
  }
  all.append(arguments.begin(), arguments.end());
  CallInst *call = builder.CreateCall(rule.function, all);
  call->setCallingConv(rule.function->getCallingConv());
  call->setAttributes(callAttributes(*rule.function));
  return memory ? builder.CreateLoad(rule.resultType, memory) : static_cast<Value *>(call);
}

/// A stack variable that holds `value`, written leaf by leaf.
static Value *inMemory(IRBuilderBase &builder, Value *value) {
  Function &function = *builder.GetInsertBlock()->getParent();
  IRBuilder<> atEntry(&function.getEntryBlock(), function.getEntryBlock().begin());
  AllocaInst *memory = atEntry.CreateAlloca(value->getType());
  storeLeaves(builder, value, memory);
  return memory;
}

void storeLeaves(IRBuilderBase &builder, Value *value, Value *memory) {
  const DataLayout &layout = builder.GetInsertBlock()->getModule()->getDataLayout();
  for (const Leaf &leaf : leavesOf(value->getType(), layout))
    builder.CreateAlignedStore(
        readLeaf(builder, value, leaf),
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, leaf.offset), Align(1));
}

Value *ruleResult(IRBuilderBase &builder, Value *called, const RuleResult &result) {
  Value *memory = inMemory(builder, called);
  return builder.CreateAlignedLoad(
      result.type, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, result.offset),
      Align(1));
}

} // namespace enzyme
