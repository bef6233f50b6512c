//===- CaughtExceptions.cpp - exceptions that end inside -------------------===//
//
// Problem: an exception that leaves the derivative needs nothing. One that is
// caught inside differentiated code is brought there by prepare/Unwinding.h. One
// that was thrown elsewhere may lose derivatives without a trace: its
// object is found again through the unwinder, which knows no shadows; and, in
// reverse mode, the call it left has no tape for what it had done so far.
//
// Here: throws and catches are reported to the runtime (runtime/guards.c), which
// stops the program where a derivative would be lost. The shadow of a thrown object
// is freed at the throw.
//===----------------------------------------------------------------------===//
#include "rules/Exceptions.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowBuilder.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

/// A flag that says, whenever control comes to a handler, whether the call that was
/// left may have written active values. Null if there is no such call.
Value *ShadowBuilder::flagActiveInvokes() {
  SmallPtrSet<const Value *, 8> writing;
  for (const DerivativeCall &made : out.calls)
    if (isa<InvokeInst>(made.call) && out.activity->writesActive(*made.prepared))
      writing.insert(made.call);
  if (writing.empty() || !isReverse())
    return nullptr;
  IRBuilder<> entry(&*out.function->getEntryBlock().getFirstInsertionPt());
  Value *flag = entry.CreateAlloca(entry.getInt32Ty(), nullptr, "left.active.call");
  entry.CreateStore(entry.getInt32(0), flag);
  for (Instruction &instruction : instructions(*out.function))
    if (isa<InvokeInst>(instruction))
      IRBuilder<>(&instruction).CreateStore(entry.getInt32(writing.contains(&instruction)), flag);
  return flag;
}

/// The handler of a thrown object sees the primal alone: its shadow ends here.
void ShadowBuilder::freeThrownShadows(IRBuilderBase &builder, Value &thrown) {
  auto *allocation = dyn_cast<CallBase>(thrown.stripPointerCasts());
  std::optional<Partner> partner = allocation ? partnerOf(*allocation) : std::nullopt;
  if (!partner)
    return;
  Value *copy = copyOf(*allocation);
  for (unsigned lane = 0; lane != out.width(); ++lane)
    if (Value *shadow = out.shadowOf(copy, lane); shadow && shadow != copy)
      builder.CreateCall(partner->function, {shadow})->setDoesNotThrow();
}

/// An object that the program keeps (std::exception_ptr) is destroyed by the C++ library: the
/// runtime frees its shadows then.
static void noteShadows(const ShadowedPrimal &out, CallBase &thrown, bool isReverse) {
  Module &module = *out.function->getParent();
  IRBuilder<> builder(&thrown);
  Type *pointer = builder.getPtrTy();
  FunctionCallee note = module.getOrInsertFunction(exceptions::shadow, builder.getVoidTy(), pointer,
                                                   pointer, builder.getInt32Ty());
  cast<Function>(note.getCallee())->setDoesNotThrow();
  Value *object = thrown.getArgOperand(0);
  for (unsigned lane = 0; lane != out.width(); ++lane)
    if (Value *shadow = out.shadowOf(object, lane); shadow && shadow != object)
      builder.CreateCall(note, {object, shadow, builder.getInt32(isReverse)});
}

void ShadowBuilder::guardExceptions() {
  Value *flag = flagActiveInvokes();
  RuntimeCalls runtime(*out.function->getParent());
  for (Instruction &instruction : instructions(*out.prepared)) {
    auto *prepared = dyn_cast<CallBase>(&instruction);
    if (prepared && keepsShadowedObject(*prepared)) {
      noteShadows(out, *cast<CallBase>(copyOf(*prepared)), isReverse());
      continue;
    }
    if (!prepared || !(throwsObject(*prepared) || catchesObject(*prepared)))
      continue;
    auto *copy = cast<CallBase>(copyOf(*prepared));
    if (throwsShadowedObject(*prepared)) {
      noteShadows(out, *copy, isReverse());
      continue;
    }
    if (throwsObject(*prepared)) {
      IRBuilder<> builder(copy);
      runtime.throws(builder, copy->getArgOperand(0), out.activity->throwsActive(*prepared));
      freeThrownShadows(builder, *prepared->getArgOperand(0));
      continue;
    }
    if (!flag && copy->use_empty())
      continue;
    IRBuilder<> builder(afterDefinition(*copy));
    Value *object = copy->use_empty() ? cast<Value>(Constant::getNullValue(copy->getType())) : copy;
    Value *left =
        flag ? builder.CreateLoad(builder.getInt32Ty(), flag) : cast<Value>(builder.getInt32(0));
    runtime.catches(builder, copy->getArgOperand(0), object, left, Position::of(*prepared));
  }
}

} // namespace enzyme
