//===- RepeatedCalls.cpp -------------------------------------------------===//
#include "plan/RepeatedCalls.h"
#include "limits/plan.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "support/Mutation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

static bool isPure(const Function &function, unsigned depth);

static bool isPureCall(const CallBase &call, unsigned depth) {
  if (call.doesNotAccessMemory() || call.isLifetimeStartOrEnd() ||
      call.onlyAccessesInaccessibleMemory())
    return true;
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  if (callee->isDeclaration())
    return isFormulaOfValues(call);
  return (depth != 0 && isPure(*callee, depth - 1)) || mutation::breaks("repeated-call", "body");
}

/// Its own stack, and constants.
static bool isOwnAccess(const Instruction &instruction) {
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  const Value *object = pointer ? getUnderlyingObject(pointer) : nullptr;
  auto *global = dyn_cast_or_null<GlobalVariable>(object);
  bool isConstant = global && global->isConstant() && isa<LoadInst>(instruction);
  return isConstant || isa_and_nonnull<AllocaInst>(object) ||
         mutation::breaks("repeated-call", instruction);
}

static bool isPure(const Function &function, unsigned depth) {
  return all_of(instructions(function), [&](const Instruction &instruction) {
    if (auto *call = dyn_cast<CallBase>(&instruction))
      return isPureCall(*call, depth);
    return !instruction.mayReadOrWriteMemory() || isOwnAccess(instruction);
  });
}

/// The call in the prepared function whose result `value` is.
static const CallBase *callBehind(const ShadowedPrimal &primal, const Value &value) {
  for (const DerivativeCall &made : primal.calls)
    if (made.primalResult == &value)
      return made.prepared;
  return dyn_cast_or_null<CallBase>(primal.origin(&value));
}

const CallBase *repeatedCall(const ShadowedPrimal &primal, const Value &value) {
  if (value.getType()->isVoidTy() || value.getType()->isPointerTy())
    return nullptr;
  const CallBase *call = callBehind(primal, value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  bool isAsked = callee && (callee->hasFnAttribute(facts::recomputeAttribute) ||
                            call->getAttributes().hasFnAttr(facts::recomputeAttribute));
  return isAsked && isPureCall(*call, limits::callsRepeated) ? call : nullptr;
}

} // namespace enzyme
