//===- TeamCalls.cpp ------------------------------------------------------===//
#include "shadow/TeamCalls.h"
#include "prepare/Reach.h"
#include "rules/mpi/Exchange.h"
#include "rules/openmp/TeamCalls.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral gives = "gives", takes = "takes", takesLast = "takes last";

static StringRef tapeOf(Mode mode, Mode around) {
  if (mode == Mode::ReverseAugmented)
    return gives;
  if (mode == Mode::ReverseGradient && around == Mode::ReverseCombined)
    return takesLast;
  return mode == Mode::ReverseGradient || mode == Mode::ForwardSplit ? StringRef(takes) : "";
}

bool mayCommunicate(Function &function) {
  auto isExchange = [](const Function &callee) {
    return communicates(callee) || isTeamBarrier(callee);
  };
  if (none_of(*function.getParent(), isExchange))
    return false;
  SetVector<Function *> reached = reachedFunctions({&function});
  return any_of(reached, [](Function *one) {
    return any_of(instructions(*one), [](const Instruction &at) {
      auto *call = dyn_cast<CallBase>(&at);
      return call && (communicates(*call) || isTeamBarrier(*call));
    });
  });
}

void markTeamCall(CallBase &call, Mode mode, Mode around) {
  call.addFnAttr(Attribute::get(call.getContext(), teamAttribute, tapeOf(mode, around)));
}

TeamTape tapeOfTeamCall(const CallBase &call) {
  StringRef tape = call.getFnAttr(teamAttribute).getValueAsString();
  return tape == gives       ? TeamTape::Gives
         : tape == takes     ? TeamTape::Takes
         : tape == takesLast ? TeamTape::TakesLast
                             : TeamTape::None;
}

} // namespace enzyme
