//===- ActivityAnalysis.cpp - phases, and what they share -----------------===//
#include "activity/ActivityAnalysis.h"
#include "report/Remarks.h"
#include "request/BlasRules.h"
#include "request/ParseGlobals.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "rules/memory/Intrinsics.h"
#include "rules/openmp/TeamCalls.h"
#include "support/Mutation.h"
#include "types/IntegerFlow.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The world behind a parameter, by its activity.
World worldOf(const Argument &argument, const DerivativeKey &key) {
  Activity activity = argument.getArgNo() < key.arguments.size()
                          ? key.arguments[argument.getArgNo()]
                          : Activity::Const;
  bool isConst = activity == Activity::Const || activity == Activity::Out ||
                 argument.hasAttribute("enzyme_inactive");
  if (isConst)
    return World::Const;
  return key.runtimeActivity ? World::Mixed : World::Active;
}

SmallVector<World, 8> worldsOf(const Function &function, const DerivativeKey &key,
                               ActivityAnalysis::Constants constants) {
  SmallVector<World, 8> worlds;
  for (const Argument &argument : function.args()) {
    World world = worldOf(argument, key);
    bool isScratch = constants == ActivityAnalysis::Constants::Scratch && world == World::Const &&
                     argument.getType()->isPointerTy();
    worlds.push_back(isScratch ? World::Local : world);
  }
  return worlds;
}

/// Integers that could be the bits of floats.
bool takesIntegers(const CallBase &call) {
  return any_of(call.args(), [](const Use &argument) {
    return !isa<Constant>(argument) && mayHide(argument->getType());
  });
}

} // namespace

ActivityAnalysis::ActivityAnalysis(Function &function, const DerivativeKey &key,
                                   const TypeResults &types, CalleeSummaries &callees,
                                   Constants constants)
    : function(function), key(key), types(types), callees(callees), userRules(callees.userRules),
      points(function, types, worldsOf(function, key, constants), callees) {
  results.isForward = key.mode == Mode::Forward;
}

ActivityResults ActivityAnalysis::run() {
  findVaried();
  findUseful();
  findShadowed();
  judge();
  findLostAddresses();
  findRounded();
  return std::move(results);
}

CallKind ActivityAnalysis::kindOf(const CallBase &call) const {
  if (userRules.isInactive(call) || call.hasFnAttr("enzyme_inactive"))
    return CallKind::Inactive;
  if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    if (isa<AnyMemIntrinsic>(call))
      return CallKind::Memory;
    switch (behaviourOf(intrinsic->getIntrinsicID())) {
    case Behaviour::MemoryCopy:
    case Behaviour::MemorySet:
    case Behaviour::MaskedMemory:
    case Behaviour::MatrixMemory:
      return CallKind::Memory;
    case Behaviour::Route:
    case Behaviour::Reduction:
    case Behaviour::PassThrough:
    case Behaviour::Pointer:
      return CallKind::Routing;
    case Behaviour::None:
      break;
    }
    // Bits of floats pass through bswap, funnel shifts and the like, but what converts or
    // compares floats (x86.sse2.cvtpd2dq) makes numbers of its own.
    if (isInactiveIntrinsic(call))
      return mayHide(call.getType()) && call.doesNotAccessMemory() && takesIntegers(call)
                 ? CallKind::Routing
                 : CallKind::Inactive;
    if (formulaFor(const_cast<IntrinsicInst &>(*intrinsic))) // const_cast: asked, not changed
      return CallKind::Formula;
    // What no table knows: the result varies with the operands, and with what they lead to.
    return call.doesNotAccessMemory() ? CallKind::Routing : CallKind::Opaque;
  }
  const Function *callee = call.getCalledFunction();
  if (callee && (userRules.gradientOf(*callee) || userRules.derivativeOf(*callee)))
    return CallKind::Opaque;
  if (allocatorFact(call) || (callee && userRules.allocatorOf(*callee)))
    return CallKind::Allocator;
  if (deallocatorFact(call) || (callee && userRules.deallocatorOf(*callee)))
    return CallKind::Deallocator;
  if (formulaFor(const_cast<CallBase &>(call))) // asked, not changed
    return CallKind::Formula;
  if (callees.bodyOf(call))
    return CallKind::Body;
  return calleeEffect(call) == CalleeEffect::Unknown ? CallKind::Opaque : CallKind::Inactive;
}

bool ActivityAnalysis::mayCarryFloat(const Value &value) const {
  const Type *type = value.getType();
  return type->isFPOrFPVectorTy() || mayHide(type) || types.carriesFloat(value);
}

/// As mayCarryFloat, down to a byte of a float.
bool ActivityAnalysis::mayCarryBits(const Value &value) const {
  return mayCarryFloat(value) || value.getType()->isIntOrIntVectorTy(8);
}

bool ActivityAnalysis::accessMayMoveFloats(const Instruction &access) const {
  Layout layout = types.accessed(access);
  return (!layout.known && !mutation::breaks("activity.unknown-bytes", access)) ||
         layout.hasFloats();
}

bool ActivityAnalysis::anyIn(const ObjectSet &objects,
                             const std::map<unsigned, std::string> &table) const {
  for (unsigned object : objects)
    if (table.contains(object))
      return true;
  return false;
}

/// Functions without a body know World::Unseen, and what they are handed.
bool ActivityAnalysis::touchesGlobals(const CallBase &call) const {
  const Function *body = callees.globalsOf(call);
  return body && callees.of(*body).touchesGlobals && !mutation::breaks("call.touches-globals");
}

UnseenUse ActivityAnalysis::unseenUseBy(const CallBase &call) const {
  const Function *body = callees.globalsOf(call);
  UnseenUse use = body ? callees.of(*body).unseen : callees.unseen.useBy(call);
  bool isUsed = use.feeds || use.reads;
  return isUsed && mutation::breaks("call.uses-unseen", call) ? UnseenUse() : use;
}

bool ActivityAnalysis::touchesUnseen(const CallBase &call) const {

  if (const Function *body = callees.globalsOf(call)) {
    const CalleeSummary &summary = callees.of(*body);
    return (summary.touchesUnseen || summary.unseen.feeds || summary.unseen.reads) &&
           !mutation::breaks("call.touches-unseen", call);
  }
  return callees.unseen.isTouchedBy(call) && !mutation::breaks("call.touches-unseen", call);
}

ObjectSet ActivityAnalysis::withUnseenOnlyIf(bool isKept, ObjectSet objects) {
  if (!isKept)
    objects.reset(unsigned(World::Unseen));
  return objects;
}

/// May the call write floats or pointers, or free memory, that this function sees?
bool ActivityAnalysis::mayWrite(const CallBase &call) const {
  if (call.onlyReadsMemory())
    return false;
  if (const Function *body = callees.bodyOf(call))
    return callees.of(*body).writesFloats && !mutation::breaks("call.may-write", call);
  return !mutation::breaks("call.may-write", call);
}

/// May the call end by an exception whose object is made of active values? It must be
/// differentiated then, whatever else it does: who catches the object, asks.
bool ActivityAnalysis::mayThrowActive(const CallBase &call) const {
  const Function *body = callees.bodyOf(call);
  return body && !call.doesNotThrow() && callees.of(*body).throwsObjects &&
         (any_of(call.args(), [&](const Use &argument) { return isVaried(*argument); }) ||
          anyIn(reachable(call), variedObjects)) &&
         !mutation::breaks("call.throws-active");
}

bool ActivityAnalysis::refusesVaried(const CallBase &call) const {
  const Function *callee = call.getCalledFunction();
  return callee && callee->hasFnAttribute(refusesVariedAttribute) &&
         anyIn(reachable(call), variedObjects) && !mutation::breaks("call.refuses-varied");
}

ObjectSet ActivityAnalysis::reachable(const CallBase &call) const {
  ObjectSet objects;
  for (const Use &argument : call.args())
    if (mayLead(argument->getType()))
      objects |= points.reach(*argument);
  if (touchesGlobals(call)) { // and what they hold the addresses of
    ObjectSet globals;
    globals.set(unsigned(World::Active));
    globals.set(unsigned(World::Mixed));
    objects |= points.closure(std::move(globals));
  }
  if (!touchesUnseen(call))
    return withUnseenOnlyIf(false, std::move(objects));
  ObjectSet unseen;
  unseen.set(unsigned(World::Unseen));
  objects |= points.closure(std::move(unseen));
  return objects;
}

/// Of what is reachable: what a call writes that keeps to what its arguments point to, some of
/// which it only reads.
ObjectSet ActivityAnalysis::mayBeWritten(const CallBase &call) const {
  if (!call.onlyAccessesInaccessibleMemOrArgMem())
    return reachable(call);
  ObjectSet objects;
  for (const Use &argument : call.args())
    if (mayLead(argument->getType()) && !call.onlyReadsMemory(call.getArgOperandNo(&argument)) &&
        !mutation::breaks("call.only-reads", call))
      objects |= points.of(*argument);
  return objects;
}

/// Does the call take part in what ranks exchange? Others then wait for its derivative, whatever
/// it is given here.
bool ActivityAnalysis::communicates(const CallBase &call) const {
  if (isTeamWait(call) || isTaskCall(call))
    return true;
  if (isTeamCall(call)) // its barriers are its own
    return false;
  CallKind kind = kindOf(call);
  if (kind == CallKind::Body)
    return callees.of(*callees.bodyOf(call)).communicates;
  bool mayMeet = !isForward(key.mode) && callees.mayMeetUnseen(call);
  return kind == CallKind::Opaque && (enzyme::communicates(call) || mayMeet);
}

/// The memory that the call sends to other ranks, or receives from them: what is received comes
/// from unknown values, what is sent becomes unknown values. Globals have shadows anyway.
ObjectSet ActivityAnalysis::exchanged(const CallBase &call, Way way) const {
  ObjectSet objects;
  if (auto exchange = callees.exchangeIn(call))
    for (const ExchangeBuffer &buffer : exchange->buffers)
      if (way == Way::Sent ? buffer.isSent : buffer.isReceived)
        objects |= points.of(*call.getArgOperand(buffer.argument));
  const Function *body = callees.bodyOf(call);
  if (!body)
    return objects;
  const CalleeSummary &summary = callees.of(*body);
  for (unsigned node : way == Way::Sent ? summary.sent : summary.received) {
    unsigned parameter = node - CalleeSummary::firstParameter;
    if (node >= CalleeSummary::firstParameter && parameter < call.arg_size())
      objects |= points.reach(*call.getArgOperand(parameter));
    else if (auto made = points.objectMadeBy(call); made && node == CalleeSummary::fresh)
      objects.set(*made);
  }
  return objects;
}

std::string ActivityAnalysis::describe(unsigned object) const {
  switch (points.objects()[object].world) {
  case World::Neutral:
    return "memory without floats";
  case World::Const:
    return "constant memory";
  case World::Active:
    return "active memory";
  case World::Mixed:
    return "memory that may be active";
  case World::Unseen:
    return "memory that functions without a body may use";
  case World::Local:
    break;
  }
  const Value &origin = *points.objects()[object].origin;
  if (origin.hasName())
    return "%" + origin.getName().str();
  const auto *instruction = dyn_cast<Instruction>(&origin);
  return "memory made" + (instruction ? placeOf(*instruction) : "") + " here";
}

ActivityResults analyseActivity(Function &prepared, const DerivativeKey &key,
                                const TypeResults &types, CalleeSummaries &callees) {
  return ActivityAnalysis(prepared, key, types, callees).run();
}

ActivityResults analyseActivity(Function &prepared, const DerivativeKey &key,
                                const TypeResults &types, const UserRules &userRules) {
  CalleeSummaries callees(userRules);
  return analyseActivity(prepared, key, types, callees);
}

} // namespace enzyme
