//===- PlanCalls.cpp - which calls run together with their reverse -----------===//
#include "Context.h"
#include "activity/HandedBits.h"
#include "checkpoint/Marks.h"
#include "memory/SumsOf.h"
#include "regions/Iterations.h"
#include "request/PairRules.h"
#include "request/ParseGlobals.h"
#include "request/RewriteCall.h"
#include "rules/mpi/Exchange.h"
#include "rules/openmp/TeamCalls.h"
#include "support/ReachedFunctions.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Does the function take part in what ranks exchange, or wait for the threads of its team? All of
/// them go back through it at once.
bool mayCommunicate(Function &function) {
  auto isExchange = [](const Function &callee) {
    return communicates(callee) || isTeamWait(callee);
  };
  if (none_of(*function.getParent(), isExchange))
    return false;
  SetVector<Function *> reached = reachedFunctions({&function});
  return any_of(reached, [](Function *one) {
    return isTeamLock(*one) || any_of(instructions(*one), [](const Instruction &at) {
             auto *call = dyn_cast<CallBase>(&at);
             return call && (communicates(*call) || isTeamWait(*call) || isTaskCall(*call));
           });
  });
}

class Calls {
public:
  Calls(const Context &context, const DerivativeKey &key, const Analysed &analysed)
      : context(context), key(key), analysed(analysed) {}

  void decide(CallBase &call, CallRegion &region) {
    auto *callee = cast<Function>(call.getCalledOperand()->stripPointerCasts());
    if (mayFuse(call, *callee))
      fuse(cast<CallInst>(call), region);
    if (region.verdict != RegionVerdict::Keep)
      return;
    if (isTeamCall(call))
      region.verdict = RegionVerdict::Team;
    else if (call.hasMetadata(replayMark))
      region.verdict = RegionVerdict::Replay;
    else if (callee->hasFnAttribute(checkpointedAttribute) && !isForward(key.mode))
      region.verdict = RegionVerdict::Snapshots;
  }

private:
  /// Could primal and reverse of the call run at once, but for when its adjoint is known?
  bool mayFuse(CallBase &call, Function &callee) const {
    ReturnActivity returned = analysed.activity.returnActivity(call);
    return context.options.fuse && key.mode == Mode::ReverseCombined &&
           key.errors == Errors::None && isa<CallInst>(call) &&
           (returned == ReturnActivity::Out || returned == ReturnActivity::Const) &&
           !call.hasMetadata(candidateMark) && !isOpenRequest(callee) &&
           !context.userRules.gradientOf(callee) && !mayCommunicate(callee) && !isTaskCall(call) &&
           (context.userRules.derivativeOf(callee) ||
            bitsHandedOn(call, analysed.activity.argumentActivities(call), analysed.activity,
                         context.evidence)
                .empty());
  }

  void fuse(CallInst &call, CallRegion &region) {
    if (!seeds)
      seeds.emplace(analysed.prepared, analysed.activity, isSeeded(key.returned));
    region.ahead = seeds->ask(call, analysed.activity.returnActivity(call));
    region.why = region.ahead.why;
    if (!region.ahead.isAhead)
      return;
    region.verdict = RegionVerdict::Fuse;
    for (const Use &argument : call.args())
      region.adjoints.push_back(adjointOf(call, argument));
  }

  /// What is only added to has the adjoint of the result; what has one value a run sums up in its
  /// slot; what changes from one iteration to the next is kept. A team adds once a thread.
  CallRegion::Adjoint adjointOf(CallInst &call, const Use &argument) {
    CallRegion::Adjoint adjoint;
    adjoint.hasDerivative = !seeds->hasNoDerivative(*argument);
    if (adjoint.hasDerivative && !isTeamCall(call))
      adjoint.passed = partAddedTo(argument);
    adjoint.isSummed = adjoint.hasDerivative && !adjoint.passed && seeds->isInLoop(call) &&
                       seeds->isOutsideLoops(*argument);
    return adjoint;
  }

  const Context &context;
  const DerivativeKey &key;
  const Analysed &analysed;
  std::optional<SeedAhead> seeds; ///< made when the first call asks
};

} // namespace

void planCalls(const Context &context, const DerivativeKey &key, const Analysed &analysed,
               RegionPlan &plan) {
  Calls calls(context, key, analysed);
  for (Instruction &at : instructions(analysed.prepared)) {
    auto *call = dyn_cast<CallBase>(&at);
    auto *callee =
        call ? dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts()) : nullptr;
    if (!callee || callee->isDeclaration() || callee->isVarArg() ||
        callee->arg_size() != call->arg_size() ||
        !analysed.activity.isActive(static_cast<const Instruction &>(*call)))
      continue;
    calls.decide(*call, plan.calls[call]);
  }
}

} // namespace enzyme
