//===- Summaries.cpp - what a callee does with memory ---------------------===//
#include "activity/Summaries.h"
#include "activity/Objects.h"
#include "request/BlasRules.h"
#include "request/ParseGlobals.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "rules/gpu/Meetings.h"
#include "rules/openmp/TeamCalls.h"
#include "support/Mutation.h"
#include "types/EvidenceStore.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include <set>

using namespace llvm;

namespace enzyme {
namespace {

/// Nodes of the caller's view for objects of the callee's.
class Translation {
public:
  explicit Translation(const PointsTo &points) : points(points) {}

  SparseBitVector<> operator()(const ObjectSet &objects) const {
    SparseBitVector<> nodes;
    for (unsigned object : points.closure(objects))
      if (auto node = nodeOf(object))
        nodes.set(*node);
    return nodes;
  }

  std::optional<unsigned> nodeOf(unsigned object) const {
    const Object &known = points.objects()[object];
    if (known.world != World::Local)
      return object;
    if (const auto *argument = dyn_cast<Argument>(known.origin))
      return CalleeSummary::firstParameter + argument->getArgNo();
    if (isa<AllocaInst>(known.origin)) // gone when the callee returns
      return std::nullopt;
    return CalleeSummary::fresh;
  }

  /// What lies behind parameters, in the objects themselves.
  SparseBitVector<> behindParameters(const ObjectSet &objects) const {
    SparseBitVector<> nodes;
    for (unsigned object : objects)
      if (auto node = nodeOf(object); node && *node >= CalleeSummary::firstParameter)
        nodes.set(*node);
    return nodes;
  }

private:
  const PointsTo &points;
};

bool touchesMutableGlobal(const Instruction &instruction, const PointsTo &points) {
  return any_of(instruction.operand_values(), [&](const Value *operand) {
    return isa<Constant>(operand) && (points.of(*operand).test(unsigned(World::Active)) ||
                                      points.of(*operand).test(unsigned(World::Mixed)));
  });
}

/// Does the instruction by itself write floats or pointers, or an integer where one may be, or free
/// memory, that the caller may see?
bool writesOutside(const Instruction &instruction, const PointsTo &points,
                   const TypeResults &types) {
  const Value *target = nullptr;
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    target = store->getPointerOperand();
  else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
    target = instruction.getOperand(0);
  else if (const auto *bytes = dyn_cast<AnyMemIntrinsic>(&instruction))
    target = bytes->getRawDest();
  else if (isa<IntrinsicInst>(instruction) && instruction.mayWriteToMemory())
    return !isInactiveIntrinsic(cast<CallBase>(instruction));
  if (!target)
    return false;
  Layout layout = types.accessed(instruction);
  if (layout.known && !layout.hasFloats() && !layout.hasPointers() &&
      !types.isWhereNumbersLie(instruction))
    return false;
  for (unsigned object : points.of(*target))
    if (!isa_and_nonnull<AllocaInst>(points.objects()[object].origin))
      return true;
  return false;
}

/// Where numbers or addresses are read and written behind parameters.
void addMoves(const Instruction &at, const PointsTo &points, const TypeResults &types,
              CalleeSummary &summary) {
  const auto *copy = dyn_cast<AnyMemTransferInst>(&at);
  if (!copy && !isa<LoadInst, StoreInst>(at))
    return;
  Layout layout = types.accessed(at);
  if (!layout.hasFloats() && !layout.hasPointers())
    return;
  Translation translate(points);
  if (copy || isa<LoadInst>(at))
    summary.readsBehind |=
        translate.behindParameters(points.of(*(copy ? copy->getRawSource() : at.getOperand(0))));
  if (copy || isa<StoreInst>(at))
    summary.writesBehind |=
        translate.behindParameters(points.of(*(copy ? copy->getRawDest() : at.getOperand(1))));
}

/// The same of a call whose function has a body.
void addMovesOf(const CallBase &call, const CalleeSummary &callee, const PointsTo &points,
                CalleeSummary &summary) {
  Translation translate(points);
  for (const Use &argument : call.args()) {
    unsigned node = CalleeSummary::firstParameter + call.getArgOperandNo(&argument);
    if (!callee.readsBehind.test(node) && !callee.writesBehind.test(node))
      continue;
    SparseBitVector<> behind = translate.behindParameters(points.reach(*argument));
    if (callee.readsBehind.test(node))
      summary.readsBehind |= behind;
    if (callee.writesBehind.test(node))
      summary.writesBehind |= behind;
  }
}

/// What the call exchanges with other ranks, or its function does.
void addExchange(const CallBase &call, const Exchange &exchange, const PointsTo &points,
                 CalleeSummary &summary) {
  Translation translate(points);
  for (const ExchangeBuffer &buffer : exchange.buffers) {
    SparseBitVector<> nodes = translate(points.of(*call.getArgOperand(buffer.argument)));
    if (buffer.isSent)
      summary.sent |= nodes;
    if (buffer.isReceived)
      summary.received |= nodes;
  }
}

void addExchangesOf(const CallBase &call, const CalleeSummary &callee, const PointsTo &points,
                    CalleeSummary &summary) {
  Translation translate(points);
  summary.communicates |= isTaskCall(call) || (callee.communicates && !isTeamCall(call));
  auto add = [&](const SparseBitVector<> &of, SparseBitVector<> &to) {
    for (unsigned node : of)
      if (node >= CalleeSummary::firstParameter &&
          node - CalleeSummary::firstParameter < call.arg_size())
        to |= translate(points.reach(*call.getArgOperand(node - CalleeSummary::firstParameter)));
      else
        to.set(node);
  };
  add(callee.sent, summary.sent);
  add(callee.received, summary.received);
}

/// Does an inactive call let a string that the caller may see move to other memory? Then its
/// shadow has to follow (shadow/OwnedPointers.cpp).
bool movesOwnedMemory(const CallBase &call, const PointsTo &points) {
  for (const OwnedPointer &owned : ownedPointers(call))
    for (unsigned object : points.of(*call.getArgOperand(owned.argument)))
      if (!isa_and_nonnull<AllocaInst>(points.objects()[object].origin))
        return true;
  return false;
}

/// The standard library's exceptions carry text.
bool throwsText(const CallBase &call) {
  return call.getArgOperand(1)->getName().starts_with("_ZTISt");
}

} // namespace

const Function *CalleeSummaries::bodyOf(const CallBase &call) const {
  const Function *callee = call.getCalledFunction();
  if (!callee || callee->isDeclaration() || callee->isIntrinsic() || hasFormula(*callee) ||
      isStreamFunction(*callee)) // inactive by its name: its own writes are not floats of ours
    return nullptr;
  if (userRules.isInactive(call) || userRules.gradientOf(*callee) ||
      userRules.derivativeOf(*callee) || !userRules.functionLike(*callee).empty())
    return nullptr;
  return callee;
}

const Function *CalleeSummaries::addressesOf(const CallBase &call) const {
  if (const Function *body = bodyOf(call))
    return body;
  const Function *callee = call.getCalledFunction();
  const CustomGradient *rule =
      callee && call.getType()->isPointerTy() ? userRules.gradientOf(*callee) : nullptr;
  return rule && rule->reverse.takesNullForConst ? callee : nullptr;
}

const Function *CalleeSummaries::globalsOf(const CallBase &call) const {
  if (const Function *body = bodyOf(call))
    return body;
  const Function *callee = call.getCalledFunction();
  bool isShared = callee && !callee->isDeclaration() && !userRules.isInactive(call) &&
                  userRules.sharesGlobals(*callee) && !mutation::breaks("summary.rule-globals");
  return isShared ? callee : nullptr;
}

std::optional<Exchange> CalleeSummaries::exchangeIn(const CallBase &call) const {
  const Function *callee = call.getCalledFunction();
  if (!callee || userRules.isInactive(call) || userRules.gradientOf(*callee) ||
      userRules.derivativeOf(*callee))
    return std::nullopt;
  return exchangeOf(*callee);
}

bool CalleeSummaries::mayMeetUnseen(const CallBase &call) const {
  const Function *callee = call.getCalledFunction();
  return callee && enzyme::mayMeetUnseen(call) && !userRules.isInactive(call) &&
         !userRules.gradientOf(*callee) && !userRules.derivativeOf(*callee) &&
         !allocatorFact(call) && !deallocatorFact(call) && !hasFormula(*callee) &&
         calleeEffect(call) == CalleeEffect::Unknown &&
         !mutation::breaks("summary.unseen-meeting", callee->getName());
}

const TypeResults &CalleeSummaries::typesOf(const Function &function) {
  auto [entry, isNew] = types.try_emplace(&function);
  if (isNew) // the analysis takes a mutable function but changes nothing:
    entry->second = analyseTypes(const_cast<Function &>(function), evidence);
  return entry->second;
}

bool CalleeSummaries::isSettled(const Function &function) const {
  auto entry = settled.find(&function);
  return entry != settled.end() && entry->second.function == &function;
}

/// Callees before their callers, as far as recursion allows.
std::vector<const Function *> CalleeSummaries::unsettledBelow(
    const Function &callee, std::map<const Function *, SmallVector<const Function *, 4>> &callers) {
  std::vector<const Function *> order;
  struct Open {
    const Function *function;
    SmallVector<const Function *, 16> callees;
  };
  auto look = [&](const Function &function) {
    SmallSetVector<const Function *, 16> callees;
    for (const Instruction &instruction : instructions(function))
      if (const auto *call = dyn_cast<CallBase>(&instruction))
        for (const Function *body : {addressesOf(*call), globalsOf(*call)})
          if (body && !isSettled(*body))
            callees.insert(body);
    for (const Function *called : callees)
      callers[called].push_back(&function);
    return Open{&function, callees.takeVector()};
  };
  std::set<const Function *> seen{&callee};
  std::vector<Open> path;
  path.push_back(look(callee));
  while (!path.empty()) {
    if (path.back().callees.empty()) {
      order.push_back(path.back().function);
      path.pop_back();
      continue;
    }
    const Function *next = path.back().callees.back();
    path.back().callees.pop_back();
    if (seen.insert(next).second)
      path.push_back(look(*next));
  }
  return order;
}

const CalleeSummary &CalleeSummaries::of(const Function &callee) {
  if (isSettled(callee))
    return settled[&callee].summary;
  if (auto entry = open.find(&callee); entry != open.end())
    return entry->second;
  // All functions below the callee that have no summary yet, callees first: only
  // those that call each other in a circle are looked at more than once.
  std::map<const Function *, SmallVector<const Function *, 4>> callers;
  std::vector<const Function *> functions = unsettledBelow(callee, callers);
  for (const Function *function : functions)
    open[function];
  EvidenceStore::Unchanged unchanged(evidence);
  std::set<const Function *> stale(functions.begin(), functions.end());
  while (!stale.empty())
    for (const Function *function : functions) {
      if (!stale.erase(function))
        continue;
      CalleeSummary now = summarise(*function);
      if (now == open[function])
        continue;
      open[function] = std::move(now);
      stale.insert(callers[function].begin(), callers[function].end());
    }
  for (const Function *function : functions)
    settled[function] = {const_cast<Function *>(function), open[function]}; // a handle is mutable
  open.clear();
  types.clear();
  return settled[&callee].summary;
}

/// What a body does with memory that the call is not passed.
static void addGlobals(const CalleeSummary &inner, CalleeSummary &summary) {
  summary.touchesGlobals |= inner.touchesGlobals;
  summary.touchesUnseen |= inner.touchesUnseen;
  summary.unseen |= inner.unseen;
}

void CalleeSummaries::addCall(const CallBase &call, const PointsTo &points,
                              CalleeSummary &summary) {
  summary.throwsObjects |=
      throwsObject(call) && !throwsText(call) && !mutation::breaks("summary.throws");
  const Function *body = bodyOf(call);
  if (!body)
    return addBodiless(call, points, summary);
  if (mutation::breaks("summary.inner"))
    return;
  const CalleeSummary &inner = of(*body);
  addGlobals(inner, summary);
  summary.writesFloats |= inner.writesFloats;
  summary.throwsObjects |= inner.throwsObjects;
  addMovesOf(call, inner, points, summary);
  addExchangesOf(call, inner, points, summary);
}

/// A declaration, or what the rules know better than its body.
void CalleeSummaries::addBodiless(const CallBase &call, const PointsTo &points,
                                  CalleeSummary &summary) {
  if (const Function *body = globalsOf(call))
    addGlobals(of(*body), summary);
  if (auto exchange = exchangeIn(call))
    addExchange(call, *exchange, points, summary);
  bool isInactive = userRules.isInactive(call);
  summary.communicates |= (communicates(call) && !isInactive) || isTeamWait(call) ||
                          checksPlan(call) || mayMeetUnseen(call);
  summary.touchesUnseen |= unseen.isTouchedBy(call);
  const Function *callee = call.getCalledFunction();
  bool isHarmless = allocatorFact(call) || isInactive ||
                    calleeEffect(call) != CalleeEffect::Unknown ||
                    (callee && hasFormula(*callee) && call.onlyReadsMemory());
  // Like a free, a deferred one ends the shadow as well.
  summary.writesFloats |=
      !isHarmless ||
      (tapeCall(call) == TapeCall::Defer && !mutation::breaks("summary.writes", "deferred")) ||
      (movesOwnedMemory(call, points) && !mutation::breaks("summary.writes", "string"));
}

CalleeSummary CalleeSummaries::summarise(const Function &function) {
  const TypeResults &known = typesOf(function);
  SmallVector<World, 8> own(function.arg_size(), World::Local);
  PointsTo points(function, known, own, *this);
  Translation translate(points);
  CalleeSummary summary;
  for (const ObjectSet &objects : points.links())
    if (SparseBitVector<> nodes = translate(objects); nodes.count() > 1)
      summary.linked.push_back(nodes);
  for (const Instruction &instruction : instructions(function)) {
    summary.touchesGlobals |= touchesMutableGlobal(instruction, points) &&
                              !mutation::breaks("summary.touches-globals", instruction);
    summary.writesFloats |= writesOutside(instruction, points, known) &&
                            !mutation::breaks("summary.writes", instruction);
    summary.unseen |= unseen.useBy(instruction);
    addMoves(instruction, points, known, summary);
    if (const auto *result = dyn_cast<ReturnInst>(&instruction))
      if (const Value *value = result->getReturnValue(); value && mayLead(value->getType()))
        summary.returned |= translate(points.of(*value));
    if (const auto *call = dyn_cast<CallBase>(&instruction); call && !isa<IntrinsicInst>(call))
      addCall(*call, points, summary);
  }
  DenseMap<const ObjectSet *, SparseBitVector<>> translated; // many objects share one
  for (unsigned object = 0; object < points.objects().size(); ++object) {
    auto node = translate.nodeOf(object);
    if (!node)
      continue;
    auto [known, isNew] = translated.try_emplace(&points.contents(object));
    if (isNew)
      known->second = translate(points.contents(object));
    SparseBitVector<> inside = known->second;
    if (*node != CalleeSummary::fresh) // the others hold what can be reached from them
      inside.reset(*node);
    if (!inside.empty())
      summary.stored[*node] |= inside;
  }
  return summary;
}

} // namespace enzyme
