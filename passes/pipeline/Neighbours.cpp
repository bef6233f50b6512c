//===- Neighbours.cpp - neighbouring requests become lanes of one ----------===//
//
//   %r0 = call double @__enzyme_fwddiff(ptr @f, ptr %x, ptr %dx0)
//   %r1 = call double @__enzyme_fwddiff(ptr @f, ptr %x, ptr %dx1)
// becomes
//   %w  = call { [2 x double] } @__enzyme_fwddiff(ptr @f, ptr %x, ptr %dx0, ptr @f, ptr %x, ptr
//   %dx1) %r0 = lane 0 of %w, %r1 = lane 1 of %w
// whose request binds the values once, and the shadows of both. Numbers that a program computes of
// an earlier result follow the call.
//===----------------------------------------------------------------------===//
#include "pipeline/Neighbours.h"
#include "pipeline/NeighbourSearch.h"
#include "report/Remarks.h"
#include "request/FitResult.h"
#include "support/Analyses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Can what uses a result wait until `last` is done? Computed numbers can, and stores that nothing
/// meets until then. `waiting` follow in their order.
bool canFollow(const Instruction &user, const Instruction &last, AAResults &aliases,
               const SmallPtrSetImpl<const Value *> &waiting) {
  auto *store = dyn_cast<StoreInst>(&user);
  if (!store)
    return !user.mayReadOrWriteMemory() && !user.mayHaveSideEffects() && !user.isTerminator() &&
           !isa<PHINode, AllocaInst>(user);
  if (!store->isSimple())
    return false;
  MemoryLocation place = MemoryLocation::get(store);
  for (const Instruction *at = user.getNextNode();; at = at->getNextNode()) {
    if (!waiting.contains(at) && isModOrRefSet(aliases.getModRefInfo(at, place)))
      return false;
    if (at == &last)
      return true;
  }
}

/// What uses `call`, or what follows it, ahead of `last`, in its order; false if something there
/// cannot follow.
bool findFollowers(CallBase &call, CallBase &last, Analyses &analyses,
                   SmallSetVector<Instruction *, 4> &followers) {
  auto isBehind = [&](const Use &use) { return analyses.dominators().dominates(&last, use); };
  if (all_of(call.uses(), isBehind))
    return true;
  if (call.getParent() != last.getParent())
    return false;
  SmallPtrSet<const Value *, 8> waiting{&call};
  SmallVector<Instruction *, 8> own;
  for (Instruction *at = call.getNextNode(); at != &last; at = at->getNextNode())
    if (any_of(at->operands(), [&](const Use &use) { return waiting.contains(use); })) {
      waiting.insert(at);
      own.push_back(at);
    }
  bool isPassedOn = any_of(last.args(), [&](const Use &use) { return waiting.contains(use); });
  followers.insert_range(own);
  return !isPassedOn && all_of(own, [&](const Instruction *follower) {
    return canFollow(*follower, last, analyses.aliases(), waiting);
  });
}

/// One binding of all members' lanes. `firstArgument`: of each member among the whole's.
Binding bindTogether(ArrayRef<Request> members, unsigned parameter,
                     ArrayRef<unsigned> firstArgument) {
  Binding whole = members.front().parameters[parameter];
  whole.shadows.clear();
  for (auto [member, first] : zip(members, firstArgument)) {
    const Binding &one = member.parameters[parameter];
    for (Passed shadow : one.shadows) {
      shadow.argument += first;
      whole.shadows.push_back(shadow);
    }
    whole.isShadowUnset &= one.isShadowUnset;
    whole.isShadowCopied &= one.isShadowCopied;
  }
  return whole;
}

Request requestOfAll(ArrayRef<Request> members) {
  Request whole = members.front();
  SmallVector<unsigned, 4> firstArgument;
  unsigned next = 0;
  whole.width = 0;
  whole.seedPieces.clear();
  for (const Request &member : members) {
    firstArgument.push_back(next);
    for (Passed piece : member.seedPieces) {
      piece.argument += next;
      whole.seedPieces.push_back(piece);
    }
    whole.width += member.width;
    next += member.call->arg_size();
  }
  for (unsigned parameter = 0; parameter != whole.parameters.size(); ++parameter)
    whole.parameters[parameter] = bindTogether(members, parameter, firstArgument);
  return whole;
}

/// A call of all members' arguments, in front of the last member.
CallInst *callOfAll(ArrayRef<Request> members, Type *result) {
  CallBase &last = *members.back().call;
  SmallVector<Value *, 16> arguments;
  SmallVector<Type *, 16> types;
  for (const Request &member : members)
    for (Value *argument : member.call->args()) {
      arguments.push_back(argument);
      types.push_back(argument->getType());
    }
  IRBuilder<> builder(&last); // at its line
  return builder.CreateCall(FunctionType::get(result, types, false), last.getCalledOperand(),
                            arguments);
}

std::optional<Neighbourhood> join(std::vector<Request> members) {
  CallBase &last = *members.back().call;
  Analyses analyses(*last.getFunction());
  SmallSetVector<Instruction *, 4> followers;
  for (const Request &member : ArrayRef<Request>(members).drop_back())
    if (!analyses.dominators().dominates(member.call, &last) ||
        !findFollowers(*member.call, last, analyses, followers))
      return std::nullopt;
  Neighbourhood all;
  all.followers = followers.takeVector();
  llvm::sort(all.followers, [](const Instruction *one, const Instruction *other) {
    return one->comesBefore(other);
  });
  all.whole = requestOfAll(members);
  all.whole.call = callOfAll(members, servingType(all.whole)->getReturnType());
  if (std::string why; !verifyRequest(all.whole, why)) {
    all.whole.call->eraseFromParent();
    return std::nullopt;
  }
  all.members = std::move(members);
  return all;
}

/// What one member would have been given: its lanes of the whole's result.
Value *resultOf(IRBuilder<> &builder, const Neighbourhood &all, const Request &member,
                unsigned firstLane) {
  Type *type = servingType(member)->getReturnType();
  if (type->isVoidTy())
    return nullptr;
  Value *result = PoisonValue::get(type);
  Signature signature = signatureOf(member);
  for (unsigned field = 0; field != type->getStructNumElements(); ++field) {
    Value *value = builder.CreateExtractValue(all.whole.call, field);
    if (signature.primalResult != field) {
      Value *lanes = PoisonValue::get(type->getStructElementType(field));
      for (unsigned lane = 0; lane != member.width; ++lane) {
        Value *one = builder.CreateExtractValue(value, firstLane + lane);
        lanes = member.width == 1 ? one : builder.CreateInsertValue(lanes, one, lane);
      }
      value = lanes;
    }
    result = builder.CreateInsertValue(result, value, field);
  }
  return result;
}

void giveResults(const Neighbourhood &all) {
  IRBuilder<> builder(all.members.back().call); // the whole's stands in front of it
  unsigned lane = 0;
  for (const Request &member : all.members) {
    Type *declared = member.call->getType();
    Value *natural = resultOf(builder, all, member, lane);
    lane += member.width;
    if (declared->isVoidTy())
      continue;
    Type *from = natural ? natural->getType() : builder.getVoidTy();
    Fit fit =
        fitOf(from, declared, /*isInMemory=*/false, builder.GetInsertBlock()->getDataLayout());
    assert(fit != Fit::None && "checkResult has been asked");
    member.call->replaceAllUsesWith(buildDeclared(builder, natural, declared, fit));
  }
}

} // namespace

bool mayHaveNeighbours(ArrayRef<Request> requests, const Options &options) {
  if (!options.neighbours || options.check || options.runtime_activity)
    return false;
  std::map<std::pair<const Function *, const Function *>, unsigned> times;
  return any_of(requests, [&](const Request &request) {
    return mayBeLane(request) && ++times[{request.call->getFunction(), request.function}] > 1;
  });
}

const ArgumentEffects &Neighbours::conduct(const Request &request) {
  Function *primal = context.workshop.getFunction(request.function->getName());
  auto [known, isNew] = conducts.try_emplace(primal);
  if (isNew && primal)
    known->second = argumentEffectsOf(*primal, context.userRules);
  else if (isNew)
    known->second.obstacle = "its code is not known here";
  return known->second;
}

void Neighbours::lookIn(Function &caller, ArrayRef<Request> requests) {
  NeighboursFound search =
      findNeighbours(caller, requests, [&](const Request &request) -> const ArgumentEffects & {
        return conduct(request);
      });
  auto remark = [&](RemarkKind kind, const char *name, const Request &request, std::string text) {
    Function *primal = context.workshop.getFunction(request.function->getName());
    if (context.remarks && primal && !primal->isDeclaration())
      context.remarks->add({kind, name, primal, request.call->getDebugLoc(), std::move(text)});
  };
  for (const NeighboursFound::Alone &alone : search.alone)
    remark(RemarkKind::Missed, "RequestAlone", requests[alone.request],
           "not one request with the one before: " + alone.why);
  for (ArrayRef<unsigned> group : search.groups) {
    std::vector<Request> members;
    for (unsigned index : group)
      members.push_back(requests[index]);
    const Request last = members.back();
    std::optional<Neighbourhood> all = join(std::move(members));
    if (!all) {
      remark(RemarkKind::Missed, "RequestAlone", last,
             "not one request with the one before: its result is used in between");
      continue;
    }
    remark(RemarkKind::Passed, "RequestsTogether", last,
           std::to_string(group.size()) + " requests with the same values run as " +
               std::to_string(all->whole.width) + " lanes of one");
    found.push_back(std::move(*all));
  }
}

std::vector<Request> Neighbours::merge(ArrayRef<Request> requests) {
  std::vector<Request> rest;
  if (mayHaveNeighbours(requests, context.options)) {
    MapVector<Function *, std::vector<Request>> byCaller;
    for (const Request &request : requests)
      if (mayBeLane(request))
        byCaller[request.call->getFunction()].push_back(request);
    for (auto &[caller, own] : byCaller)
      if (own.size() > 1)
        lookIn(*caller, own);
  }
  DenseMap<const CallBase *, const Request *> replaced;
  for (const Neighbourhood &all : found)
    for (const Request &member : all.members)
      replaced[member.call] = &member == &all.members.front() ? &all.whole : nullptr;
  for (const Request &request : requests) {
    auto whole = replaced.find(request.call);
    if (whole == replaced.end())
      rest.push_back(request);
    else if (whole->second)
      rest.push_back(*whole->second);
  }
  return rest;
}

void Neighbours::settle() {
  for (Neighbourhood &all : found) {
    giveResults(all);
    for (Instruction *follower : all.followers)
      follower->moveBefore(all.members.back().call->getIterator());
    for (const Request &member : all.members)
      member.call->eraseFromParent();
  }
}

void Neighbours::undo() {
  for (Neighbourhood &all : found)
    all.whole.call->eraseFromParent();
  found.clear();
}

} // namespace enzyme
