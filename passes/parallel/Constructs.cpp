//===- Constructs.cpp -----------------------------------------------------===//
#include "parallel/Constructs.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {

StringRef calleeName(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->isDeclaration() ? callee->getName() : "";
}

std::optional<TeamCall> madeByCompiler(const Instruction &at) {
  auto *call = dyn_cast<CallInst>(&at);
  return call && !call->hasFnAttr(ofThread) ? teamCallIn(teamRows, *call, calleeName(*call))
                                            : std::nullopt;
}

std::optional<TeamCall> askedByProgram(const Instruction &at) {
  auto *call = dyn_cast<CallInst>(&at);
  return call ? teamCallIn(teamQuestions, *call, calleeName(*call)) : std::nullopt;
}

void callWithoutUnwinding(Function &function) {
  for (BasicBlock &block : function)
    if (auto *invoke = dyn_cast<InvokeInst>(block.getTerminator())) {
      StringRef name = calleeName(*invoke);
      if (name.starts_with("omp_") && teamCallIn(teamQuestions, *invoke, name))
        changeToCall(invoke)->setDoesNotThrow();
    }
}

bool isEndOfCritical(const CallInst &critical) { return calleeName(critical) == endCriticalCall; }

bool isFork(const Instruction &at) {
  std::optional<TeamCall> call = madeByCompiler(at);
  return call == TeamCall::Fork || call == TeamCall::ForkIf;
}

Function *regionOf(const CallInst &fork) {
  auto *region = dyn_cast<Function>(fork.getArgOperand(2));
  bool isFork = madeByCompiler(fork) == TeamCall::Fork;
  unsigned handedOn = isFork ? fork.arg_size() - 3 : 1;
  if (!region || region->isDeclaration() || region->isVarArg())
    return nullptr;
  if (region->arg_size() != 2 + handedOn && (isFork || region->arg_size() != 2))
    return nullptr;
  for (unsigned i = 2; i != region->arg_size(); ++i)
    if (region->getArg(i)->getType() != fork.getArgOperand(i + (isFork ? 1 : 2))->getType())
      return nullptr;
  return region;
}

bool isAroundRegions(TeamCall call) {
  return call == TeamCall::Prelude || call == TeamCall::SizeWanted || call == TeamCall::Zero ||
         call == TeamCall::Critical;
}

bool isAboutTasks(TeamCall call) {
  return call == TeamCall::NewTask || call == TeamCall::Task || call == TeamCall::TaskLoop;
}

Function *bodyOf(const CallInst &run) {
  auto *made = dyn_cast<CallInst>(run.getArgOperand(2)->stripPointerCasts());
  if (!made || madeByCompiler(*made) != TeamCall::NewTask)
    return nullptr;
  auto *body = dyn_cast<Function>(made->getArgOperand(5));
  bool fits = body && !body->isDeclaration() && body->arg_size() == 2 &&
              body->getArg(0)->getType()->isIntegerTy(32) &&
              body->getArg(1)->getType()->isPointerTy();
  bool isSized =
      isa<ConstantInt>(made->getArgOperand(3)) && isa<ConstantInt>(made->getArgOperand(4));
  return fits && isSized ? body : nullptr;
}

/// Calls that have a form for one thread only together with others that are not there.
static bool isIncomplete(const CallInst &call, TeamCall what) {
  switch (what) {
  case TeamCall::Fork:
  case TeamCall::ForkIf:
    return !regionOf(call);
  case TeamCall::NewTask: // it is only handed on
    return any_of(call.users(), [&](const User *user) {
      auto *at = cast<Instruction>(user);
      std::optional<TeamCall> use = madeByCompiler(*at);
      return use && isAboutTasks(*use) && !bodyOf(cast<CallInst>(*at));
    });
  case TeamCall::Task:
  case TeamCall::TaskLoop:
    return !bodyOf(call);
  default:
    return false;
  }
}

OpenMPUses openMPUsesOf(const Function &function) {
  OpenMPUses uses;
  for (const Instruction &at : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&at);
    if (!call)
      continue;
    StringRef name = calleeName(*call);
    std::optional<TeamCall> made = madeByCompiler(at);
    std::optional<TeamCall> asked = askedByProgram(at);
    uses.asksNumber |= asked == TeamCall::ThreadNumber;
    uses.asksCount |= asked == TeamCall::TeamSize;
    uses.asksMost |= asked == TeamCall::LargestTeam;
    uses.isGivenCount |= made == TeamCall::SizeWanted && !call->hasFnAttr(ofCondition);
    if (made ? isIncomplete(cast<CallInst>(*call), *made) : name.starts_with("__kmpc_"))
      uses.unknown = name;
    uses.makesTasks |= made && isAboutTasks(*made);
    uses.shares |= made && !isAroundRegions(*made) && !isFork(at) && !isAboutTasks(*made);
  }
  return uses;
}

} // namespace enzyme
