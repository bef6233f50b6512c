//===- Verdicts.cpp - values, pointers, instructions ----------------------===//
//
// Puts the phases together. Nothing is decided here that a phase has not found;
// when in doubt a pointer is Mixed and an instruction active.
//===----------------------------------------------------------------------===//
#include "activity/ActivityAnalysis.h"
#include "request/ParseGlobals.h"
#include "rules/Facts.h"
#include "rules/Jumps.h"
#include "rules/openmp/TeamCalls.h"
#include "support/Mutation.h"
#include "support/Origins.h"
#include "support/ReachedFunctions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

PointerActivity ActivityAnalysis::pointerOf(const ObjectSet &objects) const {
  bool hasConst = false, hasActive = false;
  for (unsigned object : objects) {
    if (object == unsigned(World::Neutral) ||
        (object == unsigned(World::Unseen) && !shadowed.contains(object)))
      continue;
    if (object == unsigned(World::Mixed) && !mutation::breaks("pointer.mixed", "world"))
      return PointerActivity::Mixed;
    (shadowed.contains(object) ? hasActive : hasConst) = true;
  }
  if (!hasActive)
    return PointerActivity::Const;
  return hasConst && !mutation::breaks("pointer.mixed") ? PointerActivity::Mixed
                                                        : PointerActivity::Active;
}

bool ActivityAnalysis::hasShadow(const Value &pointer) const {
  return pointerOf(points.of(pointer)) != PointerActivity::Const;
}

bool ActivityAnalysis::isActiveValue(const Value &value) const {
  return varied.contains(&value) && useful.contains(&value) && types.carriesFloat(value);
}

/// An active float out of memory that has no shadow: nothing but such integers were put there.
bool ActivityAnalysis::isMadeOfHidden(const Value &value) const {
  const auto *load = dyn_cast<LoadInst>(&value);
  return load && isActiveValue(value) && !hasShadow(*load->getPointerOperand());
}

/// Globals stand inside constant expressions too.
void ActivityAnalysis::judgeConstant(const Constant &constant) {
  if (isa<ConstantData>(constant))
    return;
  if (constant.getType()->isPtrOrPtrVectorTy()) {
    if (!results.pointers.try_emplace(&constant, pointerOf(points.of(constant))).second)
      return;
    results.reasons[&constant] = reasonFor(points.of(constant));
  }
  if (!isa<GlobalValue>(constant))
    for (const Use &operand : constant.operands())
      if (const auto *inner = dyn_cast<Constant>(operand))
        judgeConstant(*inner);
}

std::string ActivityAnalysis::reasonFor(const ObjectSet &objects) const {
  constexpr unsigned listed = 3;
  std::string reason;
  unsigned count = 0;
  for (unsigned object : objects) {
    if (object == unsigned(World::Unseen)) // another name for what is there already
      continue;
    if (++count > listed)
      return reason + ", …";
    reason += reason.empty() ? "leads to " : ", ";
    reason += describe(object);
    if (auto why = shadowed.find(object);
        why != shadowed.end() && points.objects()[object].world == World::Local)
      reason += " (" + why->second + ")";
  }
  return reason.empty() ? "leads nowhere" : reason;
}

void ActivityAnalysis::judge() {
  for (const Argument &argument : function.args())
    judgeValue(argument);
  for (const Instruction &instruction : instructions(function)) {
    judgeValue(instruction);
    for (const Value *operand : instruction.operand_values())
      if (const auto *constant = dyn_cast<Constant>(operand))
        judgeConstant(*constant);
    if (const auto *call = dyn_cast<CallBase>(&instruction))
      noteCall(*call);
    else if (instruction.mayReadOrWriteMemory() || isa<AllocaInst>(instruction))
      results.instructions[&instruction] = judgeMemory(instruction);
  }
}

void ActivityAnalysis::judgeValue(const Value &value) {
  if (isActiveValue(value) && !mutation::breaks("active", value))
    results.activeBecause[&value] = varied.lookup(&value) + "; " + useful.lookup(&value);
  bool isHiding =
      isVaried(value) && value.getType()->isIntOrIntVectorTy() && !types.carriesFloat(value);
  if (isHiding || isMadeOfHidden(value))
    results.hiding.insert(&value);
  if (!types.carriesPointer(value))
    return;
  const ObjectSet &objects = points.of(value);
  results.pointers[&value] =
      mutation::breaks("pointer.const", value) ? PointerActivity::Const : pointerOf(objects);
  results.reasons[&value] = reasonFor(objects);
}

void ActivityAnalysis::noteCall(const CallBase &call) {
  results.instructions[&call] = judgeCall(call);
  bool hasBody = callees.bodyOf(call); // others compare nothing
  if (needsRuntimeActivity(call) && !(hasBody && mutation::breaks("active.at-run-time", call)))
    results.runtimeActivity.insert(&call);
  if (throwsObject(call) && anyIn(points.of(*call.getArgOperand(0)), variedObjects) &&
      !mutation::breaks("active.throws"))
    results.activeThrows.insert(&call);
  if (sharesVariedGlobals(call))
    results.sharingCalls.insert(&call);
  if (isa<InvokeInst>(call) && writesShadowed(call) && // asked of these only
      !mutation::breaks("active.writes", call))
    results.writingCalls.insert(&call);
}

bool ActivityAnalysis::judgeMemory(const Instruction &access) const {
  if (isa<AllocaInst>(access))
    return hasShadow(access);
  if (isActiveValue(access))
    return true;
  if (types.carriesPointer(access) && hasShadow(access))
    return true;
  const Value *target = nullptr;
  if (const auto *store = dyn_cast<StoreInst>(&access))
    target = store->getPointerOperand();
  else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(access))
    target = access.getOperand(0);
  if (!target || !hasShadow(*target))
    return false;
  Layout layout = types.accessed(access);
  return (!layout.known || layout.hasFloats() || layout.hasPointers() ||
          types.isWhereNumbersLie(access)) &&
         !mutation::breaks("active.memory", access);
}

bool ActivityAnalysis::writesShadowed(const CallBase &call) const {
  CallKind kind = kindOf(call);
  if (kind != CallKind::Body && kind != CallKind::Opaque)
    return false;
  ObjectSet objects = reachable(call);
  return (mayWrite(call) || keepsDistance(call)) && anyIn(objects, shadowed) &&
         pointerOf(objects) != PointerActivity::Const;
}

/// Its derivative returns because of a jump that the function itself would do past the caller's
/// tape: the call never stays as it is.
static bool returnsJumps(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->hasFnAttribute(jumps::returnsAttribute) &&
         !mutation::breaks("active.jumps", call);
}

bool ActivityAnalysis::judgeCall(const CallBase &call) const {
  if (isTeamWait(call) || isTaskCall(call))
    return true;
  bool givesShadow = isActiveValue(call) || (types.carriesPointer(call) && hasShadow(call));
  switch (kindOf(call)) {
  case CallKind::Inactive:
    return false;
  case CallKind::Formula:
  case CallKind::Routing:
  case CallKind::Allocator:
    return givesShadow;
  case CallKind::Deallocator:
    return any_of(call.args(), [&](const Use &argument) { return hasShadow(*argument); });
  case CallKind::Memory:
    break;
  case CallKind::Body:
  case CallKind::Opaque:
    return (givesShadow || writesShadowed(call) || mayThrowActive(call) || refusesVaried(call) ||
            returnsJumps(call) || communicates(call)) &&
           !mutation::breaks("active.memory", call);
  }
  if (givesShadow)
    return true;
  const auto *bytes = dyn_cast<AnyMemIntrinsic>(&call);
  const Value *target = bytes                        ? bytes->getRawDest()
                        : call.getType()->isVoidTy() ? call.getArgOperand(1)
                                                     : nullptr;
  if (!target || !hasShadow(*target))
    return false;
  Layout layout = types.accessed(call);
  return (!layout.known || layout.hasFloats() || layout.hasPointers() ||
          types.isWhereNumbersLie(call)) &&
         !mutation::breaks("active.memory", call);
}

/// Could the callee load, from memory that has a shadow, the address of memory
/// that has none? Then it must compare at run time.
bool ActivityAnalysis::needsRuntimeActivity(const CallBase &call) const {
  if (isa<IntrinsicInst>(call))
    return false;
  for (const Use &argument : call.args())
    if (mayLead(argument->getType()) && hasShadow(*argument) &&
        pointerOf(points.reach(*argument)) == PointerActivity::Mixed)
      return true;
  ObjectSet globals;
  globals.set(unsigned(World::Active));
  return touchesGlobals(call) && pointerOf(points.closure(globals)) == PointerActivity::Mixed;
}

/// The functions that a call hands over, and what they reach.
static SetVector<Function *> handedBy(const CallBase &call) {
  SmallVector<Function *, 2> handed;
  for (const Use &use : call.args())
    if (auto *function = dyn_cast<Function>(use.get()->stripPointerCasts()))
      handed.push_back(function);
  return reachedFunctions(handed);
}

static bool isUsedIn(const GlobalVariable &variable, const SetVector<Function *> &functions) {
  return any_of(functions, [&](const Function *function) {
    return any_of(instructions(*function), [&](const Instruction &at) {
      return any_of(at.operand_values(), [&](const Value *operand) {
        return operand->getType()->isPointerTy() && getUnderlyingObject(operand) == &variable;
      });
    });
  });
}

/// Does the rule of a call ask for derivatives by global variables that vary here? Of those that
/// functions use which it is handed, it knows nothing; they are found where they are stored.
bool ActivityAnalysis::sharesVariedGlobals(const CallBase &call) const {
  const Function *callee = call.getCalledFunction();
  if (!callee || isMadeHere(*callee) || kindOf(call) != CallKind::Opaque ||
      (!userRules.gradientOf(*callee) && !userRules.derivativeOf(*callee)))
    return false;
  if (callees.globalsOf(call)) {
    ObjectSet objects;
    if (touchesGlobals(call))
      objects.set(unsigned(World::Active));
    if (touchesUnseen(call))
      objects.set(unsigned(World::Unseen));
    return anyIn(objects, variedObjects);
  }
  SetVector<Function *> handed = handedBy(call);
  return !handed.empty() && any_of(instructions(function), [&](const Instruction &at) {
    const auto *store = dyn_cast<StoreInst>(&at);
    const auto *variable =
        store && isVaried(*store->getValueOperand())
            ? dyn_cast<GlobalVariable>(getUnderlyingObject(store->getPointerOperand()))
            : nullptr;
    return variable && !userRules.isInactive(*variable) && isUsedIn(*variable, handed);
  });
}

} // namespace enzyme
