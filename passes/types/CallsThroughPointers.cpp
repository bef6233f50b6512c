//===- CallsThroughPointers.cpp - memory that callees share with callers ---===//
//
// Problem: a function that is called through a pointer, the manager of an object of any type, knows
// its memory by its arguments alone. If its callers are unknown, anything might lie there.
//
// Here: the pointer's class (FloatsTogether.cpp) says which functions a call may reach. A
// function that is not static, or whose address escapes to other code, may have any caller;
// and a call may reach unknown functions if others know where its pointer lies.
//===----------------------------------------------------------------------===//
#include "request/PairRules.h"
#include "support/Import.h"
#include "support/Origins.h"
#include "types/FloatsTogether.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {

void FloatsTogether::addCall(const CallBase &call, const Value &pointer, unsigned first,
                             const Function *only) {
  Callable made{leadsTo(pointer), mayLead(call) ? leadsTo(call) : 0, {}, only};
  for (const Use &given : drop_begin(call.args(), first))
    made.arguments.push_back(mayLead(*given) ? leadsTo(*given) : 0);
  calls.push_back(std::move(made));
}

/// What prepare/ makes of a call through a pointer p: a question if p has a pair of derivatives, a
/// call that says p, and `if (p == f) f(x…)` for each function of the type.
bool FloatsTogether::visitDispatch(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || callee->isDeclaration())
    return false;
  if (callee->getName() == questionOfPairs)
    return true;
  if (callee->hasFnAttribute(throughPairAttribute)) {
    addCall(call, *call.getArgOperand(0), /*first=*/1);
    return true;
  }
  if (!call.hasMetadata(candidateMark) || call.arg_size() != callee->arg_size())
    return false;
  auto compared = comparedWith.find(callee);
  if (compared == comparedWith.end())
    return false;
  for (const Value *pointer : compared->second)
    addCall(call, *pointer, /*first=*/0, callee);
  return true;
}

/// Where `if (p == f)` stands, once for all calls in it: each function of a type may be asked for
/// at each call of that type.
void FloatsTogether::noteComparisons(const Function &function) {
  comparedWith.clear();
  for (const Instruction &at : instructions(function))
    if (isa<ICmpInst>(at))
      for (unsigned side : {0, 1})
        if (const auto *asked = dyn_cast<Function>(at.getOperand(side)))
          if (const Value *pointer = at.getOperand(1 - side); pointer != asked)
            comparedWith[asked].push_back(pointer);
}

void FloatsTogether::addCallee(const Function &function) {
  Callable made{leadsTo(function), resultOf(function), {}, &function, !isKnownHereOnly(function)};
  for (const Argument &parameter : function.args())
    made.arguments.push_back(leadsTo(parameter));
  calleeNumbers[&function] = callees.size();
  callees.push_back(std::move(made));
}

/// Derivatives come to a function from derivatives of what is looked at.
bool FloatsTogether::isKnownHereOnly(const Function &function) const {
  if (!wasStatic(function))
    return false;
  SmallVector<const User *, 8> work(function.user_begin(), function.user_end());
  SmallPtrSet<const User *, 8> seen;
  while (!work.empty()) {
    const User *user = work.pop_back_val();
    if (!seen.insert(user).second)
      continue;
    const auto *at = dyn_cast<Instruction>(user);
    const auto *global = dyn_cast<GlobalVariable>(user);
    if (isa<GlobalAlias, GlobalIFunc>(user))
      return false;
    if (at && !visited.contains(at->getFunction()) && !isMadeHere(*at->getFunction()))
      return false;
    if (global && !everyCall.numbers.contains(global) && !isMadeHere(*global))
      return false;
    if (!at && !global)
      work.append(user->user_begin(), user->user_end());
  }
  return true;
}

/// What unknown code passes to it, or gets from it, escapes. Once: join() and contentsOf() keep
/// open what is, and a program's functions are settled again for each function that is added.
void FloatsTogether::openAll(Callable &one) {
  one.isOpen = true;
  if (std::exchange(one.isOpened, true))
    return;
  for (unsigned argument : one.arguments)
    if (argument)
      open(argument);
  if (one.result)
    open(one.result);
}

/// Yes if something is known that was not before.
bool FloatsTogether::joinCall(const Callable &call, const Callable &callee) {
  bool isNew = false;
  auto joinBoth = [&](unsigned one, unsigned other) {
    if (!one || !other || find(one) == find(other))
      return;
    join(one, other);
    isNew = true;
  };
  for (auto [given, parameter] : zip(call.arguments, callee.arguments))
    joinBoth(given, parameter);
  joinBoth(call.result, callee.result);
  return isNew;
}

/// A call that reaches one function alone, and only where the pointer may lead to it. There is one
/// for each function of a type at each call of that type: those that were joined stay joined.
bool FloatsTogether::settleChosen(Callable &call) {
  auto number = calleeNumbers.find(call.function);
  if (call.isJoined || number == calleeNumbers.end())
    return false;
  const Callable &callee = callees[number->second];
  const Class &asked = classes[find(call.pointer)];
  bool isSame = find(call.pointer) == find(callee.pointer);
  bool isAnybodys = asked.isOpen || asked.hasOthersCode;
  if (call.arguments.size() != callee.arguments.size() ||
      !(isSame || (isAnybodys && callee.isOpen)))
    return false;
  call.isJoined = true;
  return joinCall(call, callee);
}

bool FloatsTogether::settleCall(Callable &call) {
  if (call.function)
    return settleChosen(call);
  bool isNew = false, isKnown = false;
  bool isAnybodys = classes[find(call.pointer)].isOpen || classes[find(call.pointer)].hasOthersCode;
  for (Callable &callee : callees) {
    bool isSame = find(call.pointer) == find(callee.pointer);
    bool fits = call.arguments.size() == callee.arguments.size();
    if (fits && (isSame || (isAnybodys && callee.isOpen)))
      isNew |= joinCall(call, callee);
    isKnown |= isSame && fits;
    isAnybodys |= isSame && !fits;
  }
  if (call.isOpen || (isKnown && !isAnybodys))
    return isNew;
  openAll(call);
  return true;
}

void FloatsTogether::settleCalls() {
  for (bool isNew = true; std::exchange(isNew, false);) {
    for (Callable &callee : callees)
      if (!callee.isOpen && classes[find(callee.pointer)].isOpen) {
        callee.isOpen = true;
        isNew = true;
      }
    for (Callable &callee : callees)
      if (callee.isOpen)
        openAll(callee);
    for (Callable &call : calls)
      isNew |= settleCall(call);
  }
}

} // namespace enzyme
