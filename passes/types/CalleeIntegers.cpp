//===- CalleeIntegers.cpp - floats in integers across a call --------------===//
//
// Problem: {float, int} is passed and returned as one i64. The caller may only
// pass it on, so that nothing on its side says what it carries.
//
// Here: the flow of pieces inside the callee, without its memory: where an integer
// parameter is taken apart, or a result put together, the instructions say it.
//===----------------------------------------------------------------------===//
#include "types/IntegerFlow.h"
#include "types/TypeTrees.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {

const CalleeIntegers::Answer &CalleeIntegers::of(Function &callee) {
  auto [entry, isNew] = known.try_emplace(&callee);
  Answer &answer = entry->second;
  if (!isNew)
    return answer;
  answer.parameters.resize(callee.arg_size());
  bool isWorthAsking =
      mayHide(callee.getReturnType()) ||
      any_of(callee.args(), [](const Argument &argument) { return mayHide(argument.getType()); });
  if (callee.isDeclaration() || !isWorthAsking)
    return answer;
  DenseMap<const Value *, Pieces> integers;
  IntegerFlow flow(callee, integers);
  for (const Argument &argument : callee.args())
    flow.add(argument, statedInside(argument));
  while (flow.sweep())
    continue;
  auto isHidden = [](const Piece &piece) {
    return piece.kind == Kind::Float || piece.kind == Kind::Pointer;
  };
  for (const Argument &argument : callee.args())
    if (mayHide(argument.getType()))
      copy_if(flow.of(argument), std::back_inserter(answer.parameters[argument.getArgNo()]),
              isHidden);
  for (const BasicBlock &block : callee)
    if (const auto *result = dyn_cast<ReturnInst>(block.getTerminator()))
      if (const Value *value = result->getReturnValue(); value && mayHide(value->getType()))
        copy_if(flow.of(*value), std::back_inserter(answer.result), isHidden);
  return answer;
}

} // namespace enzyme
