//===- ZeroedMemory.cpp - memory that comes cleared ------------------------===//
#include "memory/ZeroedMemory.h"
#include "rules/Facts.h"
#include "types/LayoutTools.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

static void spellOut(CallBase &call, const AllocatorFact &fact) {
  LLVMContext &context = call.getContext();
  auto point = call.getInsertionPointAfterDef();
  if (!point)
    return;
  IRBuilder<> builder(&**point);
  Value *bytes = call.getArgOperand(fact.sizeArgument);
  if (fact.countArgument >= 0)
    bytes = builder.CreateMul(bytes, call.getArgOperand(fact.countArgument));
  CallInst *zeros = builder.CreateMemSet(&call, builder.getInt8(0), bytes, MaybeAlign(1));
  zeros->setMetadata(zeroedMark, MDNode::get(context, {}));
  zeros->setMetadata(layoutMetadata, call.getMetadata(layoutMetadata));
}

void spellOutZeros(Function &function) {
  SmallVector<std::pair<CallBase *, AllocatorFact>, 4> allocations;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (auto fact = allocatorFact(*call); fact && fact->isZeroed && fact->sizeArgument >= 0)
        allocations.push_back({call, *fact});
  for (auto [call, fact] : allocations)
    spellOut(*call, fact);
}

} // namespace enzyme
