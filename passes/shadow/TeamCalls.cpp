//===- TeamCalls.cpp ------------------------------------------------------===//
#include "shadow/TeamCalls.h"
#include "rules/openmp/TeamCalls.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral gives = "gives", takes = "takes", takesLast = "takes last",
                               within = "within";

static StringRef tapeOf(Mode mode, Mode around) {
  if (mode == Mode::ReverseAugmented)
    return gives;
  if (mode == Mode::ReverseGradient && around == Mode::ReverseCombined)
    return takesLast;
  if (mode == Mode::ReverseCombined)
    return within;
  return mode == Mode::ReverseGradient || mode == Mode::ForwardSplit ? StringRef(takes) : "";
}

void markTeamCall(CallBase &call, Mode mode, Mode around) {
  call.addFnAttr(Attribute::get(call.getContext(), teamAttribute, tapeOf(mode, around)));
}

void markTaskCall(CallBase &call, Mode mode, StringRef reverse) {
  markTeamCall(call, mode, mode);
  call.addFnAttr(Attribute::get(call.getContext(), taskAttribute, reverse));
}

TeamTape tapeOfTeamCall(const CallBase &call) {
  StringRef tape = call.getFnAttr(teamAttribute).getValueAsString();
  return tape == gives       ? TeamTape::Gives
         : tape == takes     ? TeamTape::Takes
         : tape == takesLast ? TeamTape::TakesLast
         : tape == within    ? TeamTape::Within
                             : TeamTape::None;
}

} // namespace enzyme
