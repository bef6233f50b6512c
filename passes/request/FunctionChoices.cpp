//===- FunctionChoices.cpp - a request for one of several functions ---------------===//
//
//   r = request(p, x)     with p one of f, g
// becomes
//   if (p == f) r = request(p, x);  // for f
//   else        r = request(p, x);  // for g
//===----------------------------------------------------------------------===//
#include "request/FunctionChoices.h"
#include "report/Diagnostics.h"
#include "request/InvokeEdge.h"
#include "request/Vocabulary.h"
#include "rules/gpu/Devices.h"
#include "support/Versions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Joins the results of the two calls at the start of `join`.
void joinResults(CallBase &first, CallBase &second, BasicBlock *join) {
  if (first.getType()->isVoidTy())
    return;
  auto *phi = PHINode::Create(first.getType(), 2, "", join->begin());
  second.replaceAllUsesWith(phi);
  phi->addIncoming(&first, first.getParent());
  phi->addIncoming(&second, second.getParent());
}

/// A second call of the same, made where `condition` holds; returns it.
CallBase *divert(CallInst &call, Value *condition) {
  Instruction *thenEnd = nullptr, *elseEnd = nullptr;
  SplitBlockAndInsertIfThenElse(condition, call.getIterator(), &thenEnd, &elseEnd);
  BasicBlock *join = call.getParent();
  auto *other = cast<CallInst>(call.clone());
  other->insertBefore(thenEnd->getIterator());
  call.moveBefore(elseEnd->getIterator());
  joinResults(*other, call, join);
  return other;
}

CallBase *divert(InvokeInst &invoke, Value *condition) {
  BasicBlock *join = ownDestination(invoke);
  BasicBlock *head = invoke.getParent();
  BasicBlock *otherwise = head->splitBasicBlock(invoke.getIterator());
  auto *then = BasicBlock::Create(invoke.getContext(), "", invoke.getFunction(), otherwise);
  head->getTerminator()->eraseFromParent();
  BranchInst::Create(then, otherwise, condition, head)->setDebugLoc(invoke.getDebugLoc());
  auto *other = cast<InvokeInst>(invoke.clone());
  other->insertInto(then, then->end());
  for (PHINode &phi : invoke.getUnwindDest()->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(otherwise), then);
  joinResults(*other, invoke, join);
  return other;
}

} // namespace

CallBase *divertCall(CallBase &call, Value *condition) {
  if (auto *invoke = dyn_cast<InvokeInst>(&call))
    return divert(*invoke, condition);
  return divert(cast<CallInst>(call), condition);
}

std::vector<Request> separate(std::vector<Request> alternatives, unsigned functionArgument) {
  // The last alternative keeps the original call: no comparison is needed for it.
  for (size_t i = 0; i + 1 < alternatives.size(); ++i) {
    Request &request = alternatives[i];
    CallBase *call = request.call;
    IRBuilder<> builder(call);
    Value *isThis =
        isAnyVersionOf(builder, call->getArgOperand(functionArgument), *request.function);
    request.call = divertCall(*call, isThis);
  }
  return alternatives;
}

void refuseAtRunTime(CallBase &call, StringRef sentence) {
  IRBuilder<> builder(&call);
  Module &module = *call.getModule();
  Type *pointer = builder.getPtrTy();
  FunctionCallee refuse =
      module.getOrInsertFunction(nameOf(Runtime::Refuse), builder.getVoidTy(), pointer, pointer);
  std::string where = readablePosition(Position::of(call));
  builder.CreateCall(refuse, {textFor(builder, sentence), textFor(builder, where)});
  if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(PoisonValue::get(call.getType()));
  eraseCall(call);
}

} // namespace enzyme
