//===- WantedDerivatives.cpp - the keys of the functions that calls call -------===//
#include "Context.h"
#include "activity/HandedBits.h"
#include "checkpoint/Marks.h"
#include "limits/regions.h"
#include "memory/Writes.h"
#include "prepare/DerivativePairs.h"
#include "regions/BetweenSweeps.h"
#include "regions/RegionPlan.h"
#include "request/PairRules.h"
#include "request/ParseGlobals.h"
#include "request/RewriteCall.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "rules/mpi/Exchange.h"
#include "rules/openmp/TeamCalls.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

class Wanted {
public:
  Wanted(const Context &context, const DerivativeKey &key, const Analysed &analysed,
         const RegionPlan &plan)
      : context(context), key(key), analysed(analysed), plan(plan) {}

  /// Else it needs no derivative, or shadow/ and plan/ know the call themselves.
  bool isWantedBy(CallBase &call) const;
  WantedDerivative of(CallBase &call);

private:
  bool leadsToShadows(const CallBase &call) const;
  bool isUnwanted(const Value &argument) const;
  bool outsideMayChange(const Value &pointer);
  bool mayChangeBeforeReverse(const CallBase &call, const Value &pointer);
  DerivativeKey keyOf(CallBase &call, Function &callee);
  Writes &writesHere();
  bool isReverse() const { return !isForward(key.mode); }

  const Context &context;
  const DerivativeKey &key;
  const Analysed &analysed;
  const RegionPlan &plan;
  std::optional<Analyses> analyses;
  std::optional<Writes> writes; ///< made when the first call asks
};

bool Wanted::leadsToShadows(const CallBase &call) const {
  return any_of(call.args(), [&](const Use &argument) {
    return analysed.types.carriesPointer(*argument) &&
           analysed.activity.pointer(*argument) != PointerActivity::Const;
  });
}

bool Wanted::isWantedBy(CallBase &call) const {
  if (!analysed.activity.isActive(static_cast<const Instruction &>(call)) ||
      deallocatorFact(call) || asksForPair(call) || tapeCall(call) != TapeCall::None)
    return false;
  if ((movesPointersOnly(call) || asksForRoom(call)) && leadsToShadows(call))
    return false;
  return !isa<IntrinsicInst>(call) && !allocatorFact(call) && !resultPointsInto(call) &&
         !formulaFor(call);
}

Writes &Wanted::writesHere() {
  if (!writes) {
    analyses.emplace(analysed.prepared);
    writes.emplace(analysed.prepared, *analyses);
  }
  return *writes;
}

/// By what the caller does between the sweeps?
bool Wanted::outsideMayChange(const Value &pointer) {
  return BetweenSweeps(key, analysed.activity, writesHere()).mayChange(pointer);
}

/// Could what lies directly behind a call's argument be another number when the call is reversed?
bool Wanted::mayChangeBeforeReverse(const CallBase &call, const Value &pointer) {
  if (!pointer.getType()->isPointerTy() || outsideMayChange(pointer))
    return true;
  return writesHere().all().size() > limits::writesBesideCalls ||
         writesHere().mayChange(MemoryLocation::getBeforeOrAfter(&pointer), call);
}

/// Is what is written there wanted neither by this function nor by its caller?
bool Wanted::isUnwanted(const Value &argument) const {
  auto *parameter = dyn_cast<Argument>(getUnderlyingObject(&argument));
  SmallVector<const Instruction *, 8> writes;
  return parameter && argument.getType()->isPointerTy() &&
         key.arguments[parameter->getArgNo()] == Activity::DupNoNeed &&
         collectWritesThrough(*parameter, writes);
}

DerivativeKey Wanted::keyOf(CallBase &call, Function &callee) {
  DerivativeKey wanted;
  wanted.primal = &callee;
  wanted.mode = isForward(key.mode) ? key.mode : Mode::ReverseAugmented;
  wanted.servesForward = key.servesForward;
  wanted.arguments = analysed.activity.argumentActivities(call);
  if (isTeamLock(callee)) // a lock holds no numbers
    wanted.arguments.assign(callee.arg_size(), Activity::Const);
  for (auto [index, argument] : enumerate(call.args()))
    if (wanted.arguments[index] == Activity::Dup && isUnwanted(*argument))
      wanted.arguments[index] = Activity::DupNoNeed;
  wanted.returned = analysed.activity.returnActivity(call);
  // Augmented functions always hand out the primal: one pair serves every caller.
  wanted.returnsPrimal =
      !call.getType()->isVoidTy() && (wanted.mode != Mode::Forward || !call.use_empty());
  wanted.order = key.order;
  wanted.runtimeActivity = key.runtimeActivity || analysed.activity.needsRuntimeActivity(call);
  wanted.errors = key.errors;
  wanted.width = key.width;
  wanted.inTeam = key.inTeam || (isTeamCall(call) && !isTaskCall(call));
  wanted.overwritten.assign(callee.arg_size(), wanted.mode != Mode::Forward);
  bool isAsked = callee.hasFnAttribute(checkpointedAttribute); // what its function does behind it
  for (auto [index, argument] : enumerate(call.args()))
    if (isAsked)
      wanted.overwritten[index] = outsideMayChange(*argument);
    else if (isReverse() && !wanted.servesForward)
      wanted.overwritten[index] = mayChangeBeforeReverse(call, *argument);
  return wanted;
}

WantedDerivative Wanted::of(CallBase &call) {
  WantedDerivative wanted;
  auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  if (!callee || callee->isVarArg() || callee->arg_size() != call.arg_size())
    return wanted;
  wanted.isCandidate = call.hasMetadata(candidateMark);
  wanted.key = keyOf(call, *callee);
  if (!context.userRules.gradientOf(*callee) && !context.userRules.derivativeOf(*callee) &&
      !exchangeOf(*callee))
    wanted.ofBits = bitsHandedOn(call, wanted.key->arguments, analysed.activity, context.evidence);
  for (auto [isOfBits, activity] : zip(wanted.ofBits, wanted.key->arguments))
    if (isOfBits)
      activity = isReverse() ? Activity::Out : Activity::Dup;
  const CallRegion *region = plan.regionOf(call);
  bool isFused = region && region->verdict == RegionVerdict::Fuse;
  bool isReplayed = region && region->verdict == RegionVerdict::Replay;
  if (!isFused && !isReplayed)
    return wanted;
  wanted.key->mode = Mode::ReverseCombined;
  wanted.key->returnsPrimal = isFused && !call.use_empty();
  wanted.key->runsAgain = isReplayed;
  wanted.key->overwritten.assign(callee->arg_size(), false);
  return wanted;
}

/// Does the function called come out of a variable of another file? `extern struct model models[]`.
bool comesFromAnotherFile(const Value *callee) {
  SmallVector<const Value *, 4> pending{callee};
  SmallPtrSet<const Value *, 4> seen;
  while (!pending.empty()) {
    const Value *value = pending.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    SmallVector<const Value *, 4> objects;
    if (auto *load = dyn_cast<LoadInst>(value))
      getUnderlyingObjects(load->getPointerOperand(), objects);
    else if (auto *user = dyn_cast<User>(value); user && isa<PHINode, SelectInst>(user))
      append_range(pending, user->operand_values());
    for (const Value *object : objects) {
      auto *variable = dyn_cast<GlobalVariable>(object);
      bool isReserved =
          variable && any_of(ArrayRef{"__", "_ZSt", "_ZNSt", "_ZT"}, [&](StringRef start) {
            return variable->getName().starts_with(start);
          });
      if (variable && variable->isDeclaration() && !isReserved)
        return true;
      if (isa<LoadInst>(object)) // a pointer to a structure of functions
        pending.push_back(object);
    }
  }
  return false;
}

} // namespace

bool mayLeadToAnotherFile(const CallBase &call) {
  const Value *called = call.getCalledOperand();
  auto *callee = dyn_cast<Function>(called->stripPointerCasts());
  if (!callee)
    return comesFromAnotherFile(called);
  return call.hasMetadata(candidateMark) && callee->isDeclaration() && !isOpenRequest(*callee) &&
         !isOfStandardLibrary(*callee);
}

void planDerivatives(const Context &context, const DerivativeKey &key, const Analysed &analysed,
                     RegionPlan &plan) {
  Wanted wanted(context, key, analysed, plan);
  for (Instruction &at : instructions(analysed.prepared))
    if (auto *call = dyn_cast<CallBase>(&at); call && wanted.isWantedBy(*call))
      plan.wanted[call] = wanted.of(*call);
}

} // namespace enzyme
