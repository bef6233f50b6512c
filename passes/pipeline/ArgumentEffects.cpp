//===- ArgumentEffects.cpp - what a function does to the memory it is given ---------===//
//
// Unknown is never harmless: a variable of the program, a pointer found in memory, a callee
// without a body, a rule of the program's own, an exception, a volatile access are obstacles,
// and an address that scalar evolution cannot bound may be anywhere.
//===----------------------------------------------------------------------===//
#include "pipeline/ArgumentEffects.h"
#include "emit/RuleEffects.h"
#include "limits/pipeline.h"
#include "request/ParseGlobals.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "support/Analyses.h"
#include "support/Mutation.h"
#include "support/ReachedFunctions.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

bool hasRule(const Function &function, const UserRules &rules) {
  return rules.gradientOf(function) || rules.derivativeOf(function) || rules.splitOf(function) ||
         rules.allocatorOf(function) || rules.deallocatorOf(function);
}

/// May it leave other than by returning, or be differentiated by code that is not ours?
std::string obstacleIn(CallBase &call, const UserRules &rules) {
  if (isa<IntrinsicInst>(call))
    return "";
  Function *callee = call.getCalledFunction();
  if (!callee)
    return "it calls what a pointer leads to";
  if (hasRule(*callee, rules))
    return "there is a rule of its own for " + readableName(*callee);
  bool returns = !callee->isDeclaration() || call.doesNotThrow() || formulaFor(call) ||
                 allocatorFact(call) || deallocatorFact(call);
  return returns ? "" : "it calls " + readableName(*callee) + ", which may throw";
}

std::string obstacleIn(Instruction &at, const UserRules &rules) {
  if (at.isVolatile() || at.isAtomic())
    return "other threads or devices see what it does";
  if (at.isEHPad() || isa<InvokeInst, ResumeInst>(at))
    return "it throws or catches";
  auto *call = dyn_cast<CallBase>(&at);
  return call ? obstacleIn(*call, rules) : "";
}

std::string obstacleIn(const RuleEffects &effects) {
  if (effects.readsElsewhere)
    return "it reads memory through pointers that it finds in memory, or calls what does";
  if (effects.writesElsewhere || effects.frees)
    return "it changes memory that it finds by itself, or calls what does";
  auto isVariable = [](const Value *object) {
    auto *variable = dyn_cast<GlobalVariable>(object);
    return variable && !variable->isConstant();
  };
  if (any_of(effects.reads, isVariable) || any_of(effects.writes, isVariable))
    return "it uses variables of the program";
  return "";
}

std::string obstacleIn(Function &function, const UserRules &rules) {
  if (function.isDeclaration() || hasRule(function, rules))
    return "what it does is not known here";
  for (Function *reached : reachedFunctions({&function}))
    for (Instruction &at : instructions(*reached))
      if (std::string why = obstacleIn(at, rules); !why.empty())
        return why;
  for (Argument &argument : function.args())
    if (argument.getType()->isPointerTy() &&
        PointerMayBeCaptured(&argument, /*ReturnCaptures=*/true))
      return "it hands pointers on, or keeps them";
  return "";
}

/// Finds the bytes behind each parameter.
class Bounds {
public:
  Bounds(Function &function, ArgumentEffects &conduct)
      : analyses(function), evolution(analyses.scalarEvolution()), conduct(conduct),
        isUnbounded(function.arg_size()) {
    for (Instruction &at : instructions(function))
      visit(at);
    for (auto [index, behind] : enumerate(conduct.parameters))
      if (isUnbounded[index])
        behind.bytes.reset();
  }

private:
  void visit(Instruction &at) {
    const DataLayout &layout = at.getDataLayout();
    if (isa<LoadInst, StoreInst>(at))
      return visitAccess(*getLoadStorePointerOperand(&at),
                         layout.getTypeStoreSize(getLoadStoreType(&at)));
    if (isa<MemIntrinsic>(at)) {
      auto &block = cast<MemIntrinsic>(at);
      auto *length = dyn_cast<ConstantInt>(block.getLength());
      TypeSize size =
          length ? TypeSize::getFixed(length->getZExtValue()) : TypeSize::getScalable(1);
      visitAccess(*block.getRawDest(), size);
      if (auto *transfer = dyn_cast<MemTransferInst>(&block))
        visitAccess(*transfer->getRawSource(), size);
      return;
    }
    auto *call = dyn_cast<CallBase>(&at);
    if (!call || isa<AssumeInst>(call) || call->isLifetimeStartOrEnd())
      return;
    for (Value *operand : call->args())
      if (operand->getType()->isPointerTy())
        giveUp(*operand);
  }

  void visitAccess(Value &pointer, TypeSize size) {
    auto *parameter = dyn_cast<Argument>(getUnderlyingObject(&pointer, 0));
    if (!parameter || size.isScalable())
      return giveUp(pointer);
    const SCEV *distance =
        evolution.getMinusSCEV(evolution.getSCEV(&pointer), evolution.getSCEV(parameter));
    if (isa<SCEVCouldNotCompute>(distance))
      return giveUp(pointer);
    ConstantRange range = evolution.getSignedRange(distance);
    if (range.isFullSet() || range.isSignWrappedSet() ||
        range.getSignedMin().slt(-limits::distanceOfAccess) ||
        range.getSignedMax().sgt(limits::distanceOfAccess))
      return giveUp(pointer);
    unite(conduct.parameters[parameter->getArgNo()],
          {range.getSignedMin().getSExtValue(),
           range.getSignedMax().getSExtValue() + int64_t(size.getFixedValue())});
  }

  static void unite(ArgumentEffects::Behind &behind, ArgumentEffects::Bytes bytes) {
    if (!behind.bytes)
      behind.bytes = bytes;
    behind.bytes->first = std::min(behind.bytes->first, bytes.first);
    behind.bytes->end = std::max(behind.bytes->end, bytes.end);
  }

  /// Of every parameter that the pointer may come from; a pointer out of a variable, of all.
  void giveUp(Value &pointer) {
    SmallVector<const Value *, 4> objects;
    getUnderlyingObjects(&pointer, objects, nullptr, 0);
    for (const Value *object : objects) {
      if (auto *parameter = dyn_cast<Argument>(object))
        isUnbounded[parameter->getArgNo()] = true;
      else if (!isa<AllocaInst, Constant, CallBase>(object))
        isUnbounded.assign(isUnbounded.size(), true);
    }
  }

  Analyses analyses;
  ScalarEvolution &evolution;
  ArgumentEffects &conduct;
  std::vector<bool> isUnbounded;
};

} // namespace

ArgumentEffects argumentEffectsOf(Function &function, const UserRules &rules) {
  ArgumentEffects conduct;
  conduct.obstacle = obstacleIn(function, rules);
  if (!conduct.obstacle.empty() && !mutation::breaks("conduct", "instructions"))
    return conduct;
  RuleEffects effects = effectsOf(function);
  conduct.obstacle = obstacleIn(effects);
  if (!conduct.obstacle.empty() && !mutation::breaks("conduct", "effects"))
    return conduct;
  conduct.obstacle.clear();
  for (Argument &argument : function.args())
    conduct.parameters.push_back({.isRead = effects.reads.contains(&argument),
                                  .isWritten = effects.writes.contains(&argument),
                                  .bytes = std::nullopt});
  Bounds(function, conduct);
  return conduct;
}

} // namespace enzyme
