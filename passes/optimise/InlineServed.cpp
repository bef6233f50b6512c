//===- InlineServed.cpp - derivatives that have one caller become part of it -===//
//
// Problem: most requests stand in a small function of their own, gradientOf(x, dx).
// The user's pipeline optimises the derivative, inlines it into its only caller, as it
// does with every local function that is called once, and optimises it there again.
//
// Here: such derivatives are inlined at once. The code is the same in the end.
//===----------------------------------------------------------------------===//
#include "limits/optimise.h"
#include "optimise/Optimise.h"
#include "support/Processors.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

CallBase *onlyCall(Function &derivative) {
  if (!derivative.hasLocalLinkage() || !derivative.hasOneUse())
    return nullptr;
  auto *call = dyn_cast<CallBase>(derivative.user_back());
  return call && call->getCalledOperand() == &derivative ? call : nullptr;
}

bool canTake(const Function &caller, const CallBase &call, const Function &derivative) {
  bool isForbidden = caller.hasOptNone() || derivative.hasFnAttribute(Attribute::NoInline) ||
                     call.isNoInline() || call.isMustTailCall();
  return !isForbidden && caller.getInstructionCount() <= limits::instructionsAroundServed &&
         hasFeaturesOf(caller, derivative) &&
         AttributeFuncs::areInlineCompatible(caller, derivative);
}

/// In a block that unwinds, LLVM's inliner makes an invoke of whatever may throw; intrinsics that
/// do not say that they throw nothing are none of those that can be invoked.
void intrinsicsThrowNothing(Function &derivative) {
  for (Instruction &at : instructions(derivative))
    if (auto *call = dyn_cast<IntrinsicInst>(&at))
      call->setDoesNotThrow();
}

} // namespace

void inlineServed(ArrayRef<WeakVH> derivatives) {
  for (Value *value : derivatives) {
    auto *derivative = dyn_cast_or_null<Function>(value);
    CallBase *call = derivative ? onlyCall(*derivative) : nullptr;
    if (!call || !canTake(*call->getFunction(), *call, *derivative))
      continue;
    AttributeFuncs::mergeAttributesForInlining(*call->getFunction(), *derivative);
    if (isa<InvokeInst>(call))
      intrinsicsThrowNothing(*derivative);
    InlineFunctionInfo info;
    if (InlineFunction(*call, info).isSuccess())
      derivative->eraseFromParent();
  }
}

} // namespace enzyme
