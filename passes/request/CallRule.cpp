//===- CallRule.cpp - calling a function of a user's rule -----------------===//
#include "request/CallRule.h"
#include "request/FitResult.h"

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
  call->setAttributes(rule.function->getAttributes());
  return memory ? builder.CreateLoad(rule.resultType, memory) : static_cast<Value *>(call);
}

Value *ruleResult(IRBuilderBase &builder, Value *called, const RuleResult &result) {
  return readLeaf(builder, called, Leaf{nullptr, {result.path.begin(), result.path.end()}, 0});
}

} // namespace enzyme
