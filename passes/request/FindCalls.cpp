//===- FindCalls.cpp - the calls of words in a module ---------------------===//
//
// A declaration (never a definition) whose name contains a word is a request
// function. Whatever else begins with "__enzyme_", or is nearly a word, and is
// called, is a mistake that would only show as an undefined symbol at the link;
// it is refused at the user's line instead.
//===----------------------------------------------------------------------===//
#include "request/FindCalls.h"
#include "request/AbsentArguments.h"
#include "request/ParseCall.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {
namespace {

/// A declared function whose name says that a word was meant.
bool isMeantAsWord(const Function &function) {
  if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty())
    return false;
  StringRef name = function.getName();
  if (!mayHoldWord(name))
    return false;
  if (familyOf(name) || !writtenWord(name).empty())
    return true;
  if (name.starts_with(runtimePrefix))
    return false;
  // Too few underscores: only what is nearly a working request is not an accident.
  // Words such as enzyme_reverse also begin names of people's own functions.
  std::optional<Family> nearly = familyOf(closestFamily(name));
  if (!looksLikeMarker(name.ltrim("_")) || !nearly || isProbabilistic(*nearly))
    return false;
  bool isDistinct = *nearly == Family::Autodiff || *nearly == Family::Fwddiff;
  return isDistinct || name.ltrim("_") == wordOf(*nearly).ltrim("_");
}

/// The declaration called, whatever type the call gives it (K&R prototypes).
const Function *calledWord(const CallBase &call) {
  return dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

/// Instructions that use a function other than by calling it.
void refuseOtherUses(Function &function, Diagnostics &diagnostics) {
  SmallVector<const User *, 8> pending;
  for (const Use &use : function.uses()) {
    auto *call = dyn_cast<CallBase>(use.getUser());
    if (!call || !call->isCallee(&use))
      pending.push_back(use.getUser());
  }
  while (!pending.empty()) {
    const User *user = pending.pop_back_val();
    if (auto *instruction = dyn_cast<Instruction>(user)) {
      diagnostics.refuse(
          refusalAt(*instruction, MessageId::RequestAddressTaken, {readableName(function)}));
      continue;
    }
    if (isa<GlobalVariable>(user))
      diagnostics.refuse(
          {MessageId::RequestAddressTaken, Position(), {readableName(function)}, {}});
    else
      append_range(pending, user->users());
  }
}

std::string wordWritten(const Function &function) {
  StringRef word = writtenWord(function.getName());
  return word.empty() ? function.getName().str() : word.str();
}

/// What was meant by a request that is none. A Fortran compiler gives the word enzyme_autodiff
/// one underscore behind it where no module declares it, and none before.
Refusal unknownRequest(const Function &function, const Position &where) {
  std::string word = wordWritten(function);
  StringRef meant = closestFamily(word);
  StringRef fortran = function.getName();
  if (fortran.consume_back("_") && !fortran.starts_with("_"))
    return {MessageId::UnknownRequest,
            where,
            {fortran.str(), meant.ltrim("_").str() + "' after 'use enzyme"},
            {}};
  return {MessageId::UnknownRequest, where, {word, meant.str()}, {}};
}

} // namespace

bool mentionsRequests(const Module &module) { return any_of(module, isMeantAsWord); }

std::vector<FoundCall> findCalls(Module &module, Diagnostics &diagnostics) {
  dropAbsentArguments(module);
  for (Function &function : module)
    if (isMeantAsWord(function))
      refuseOtherUses(function, diagnostics);

  std::vector<FoundCall> found;
  for (Function &function : module) {
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      const Function *callee = call ? calledWord(*call) : nullptr;
      if (!callee || !isMeantAsWord(*callee))
        continue;
      Position where = Position::of(*call);
      std::optional<Family> family = familyOf(callee->getName());
      if (!family)
        diagnostics.refuse(unknownRequest(*callee, where));
      else if (isProbabilistic(*family))
        diagnostics.refuse({MessageId::Probabilistic, where, {wordWritten(*callee)}, {}});
      else if (isRequest(*family))
        found.push_back({call, *family, where});
    }
  }
  return found;
}

} // namespace enzyme
