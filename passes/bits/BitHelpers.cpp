//===- BitHelpers.cpp ------------------------------------------------------===//
#include "bits/BitHelpers.h"
#include "bits/DefUseWalk.h"
#include "bits/HalfHelpers.h"
#include "bits/UnionHelpers.h"
#include "bits/WordHelpers.h"
#include "rules/openmp/TeamCalls.h"
#include "support/Processors.h"
#include "types/IntegerFlow.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isCastOfFloat(const Value &value) {
  const auto *cast = dyn_cast<BitCastInst>(&value);
  return cast && cast->getSrcTy()->isFPOrFPVectorTy() && cast->getDestTy()->isIntOrIntVectorTy();
}

bool isCastToFloat(const Value &value) {
  const auto *cast = dyn_cast<BitCastInst>(&value);
  return cast && cast->getDestTy()->isFPOrFPVectorTy() && cast->getSrcTy()->isIntOrIntVectorTy();
}

/// Any computation on integers: a mask or a sum of float bits may be undone inside.
bool computesInteger(const Value &value) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  return instruction && mayHide(value.getType()) &&
         (onlyMoves(*instruction) || isa<BinaryOperator>(instruction));
}

/// Is an integer made from the bits of a float?
bool comesFromFloat(const Value &integer) {
  return leadsTo(integer, isCastOfFloat, [](const Value &value, WalkList &work) {
    if (computesInteger(value))
      append_range(work, cast<Instruction>(value).operand_values());
  });
}

/// Is a float made from the bits of an integer?
bool becomesFloat(const Value &integer) {
  return leadsTo(integer, isCastToFloat, [](const Value &value, WalkList &work) {
    for (const User *user : value.users())
      if (isCastToFloat(*user) || computesInteger(*user))
        work.push_back(user);
  });
}

/// Parameters that some call hands bits of a float: constants that others hand them may be bits
/// of one as well.
using BitParameters = DenseSet<std::pair<const Function *, unsigned>>;

void noteBitParameters(const CallBase &call, BitParameters &parameters) {
  const Function *callee = call.getCalledFunction();
  for (const Use &argument : call.args())
    if (callee && mayHide(argument->getType()) && comesFromFloat(*argument))
      parameters.insert({callee, call.getArgOperandNo(&argument)});
}

bool movesBits(const CallBase &call, const BitParameters &parameters) {
  if (mayHide(call.getType()) && becomesFloat(call))
    return true;
  return any_of(call.args(), [&](const Use &argument) {
    bool isOne = isa<ConstantInt>(argument) &&
                 parameters.contains({call.getCalledFunction(), call.getArgOperandNo(&argument)});
    return mayHide(argument->getType()) && (isOne || comesFromFloat(*argument));
  });
}

/// For each function a number that it shares with those it calls and is called by in turn:
/// calls among these are recursions, each of which brings others along when it is inlined.
DenseMap<const Function *, unsigned> recursions(Module &module) {
  DenseMap<const Function *, unsigned> numbers;
  CallGraph calls(module);
  unsigned number = 0;
  for (auto group = scc_begin(&calls); !group.isAtEnd(); ++group, ++number)
    for (const CallGraphNode *node : *group)
      if (const Function *function = node->getFunction())
        numbers[function] = number;
  return numbers;
}

bool callsItself(const Function &function) {
  return any_of(instructions(function), [&](const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    return call && call->getCalledFunction() == &function;
  });
}

} // namespace

Function *calleeToChange(const CallBase &call, function_ref<bool(const Function &)> isKept) {
  Function *callee = call.getCalledFunction();
  bool isOurs = callee && !callee->isDeclaration() && !callee->isVarArg() &&
                callee->getFunctionType() == call.getFunctionType() && !call.isMustTailCall() &&
                !isKept(*callee);
  return isOurs ? callee : nullptr;
}

bool inlineBitHelpers(const SetVector<Function *> &functions,
                      function_ref<bool(const Function &)> isKept) {
  SmallVector<CallBase *> calls;
  if (functions.empty())
    return false;
  UnionHelpers unions;
  WordHelpers words;
  HalfHelpers halves;
  BitParameters parameters;
  for (Function *function : functions)
    for (Instruction &instruction : instructions(*function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        noteBitParameters(*call, parameters);
  auto recursion = recursions(*functions.front()->getParent());
  for (Function *function : functions)
    for (Instruction &instruction : instructions(*function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration() && !isKept(*callee) && !callsItself(*callee) &&
          recursion[callee] != recursion[function] && hasFeaturesOf(*function, *callee) &&
          !isTeamCall(*call) &&
          (movesBits(*call, parameters) || words.movesWord(*call) || unions.handsOnMember(*call) ||
           halves.handsOnHalf(*call)))
        calls.push_back(call);
    }
  bool isChanged = false;
  for (CallBase *call : calls) {
    InlineFunctionInfo info;
    isChanged |= InlineFunction(*call, info).isSuccess();
  }
  return isChanged;
}

} // namespace enzyme
