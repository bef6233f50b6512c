//===- TruncatedTargets.cpp - derivatives of truncated functions ----------===//
#include "transform/TruncatedTargets.h"
#include "request/Truncation.h"
#include "request/Vocabulary.h"
#include "transform/PromoteResults.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {
namespace {

std::optional<Family> familyOf(const CallBase &call) {
  auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!callee || !callee->isDeclaration() || !mayHoldWord(callee->getName()))
    return std::nullopt;
  return enzyme::familyOf(callee->getName());
}

bool isTruncation(std::optional<Family> family) {
  return family == Family::TruncateOpFunc || family == Family::TruncateMemFunc;
}

SmallVector<CallBase *> truncationsIn(Module &module) {
  SmallVector<CallBase *> found;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && isTruncation(familyOf(*call)))
        found.push_back(call);
  return found;
}

/// "enzyme.in.op.64.32.f"; the same in every module that says the same.
std::string nameOf(const CallBase &call, const Function &function) {
  std::string name = "enzyme.in.";
  name += familyOf(call) == Family::TruncateOpFunc ? "op." : "mem.";
  for (unsigned i = 1; i < call.arg_size(); ++i)
    if (auto *number = dyn_cast<ConstantInt>(call.getArgOperand(i)))
      name += std::to_string(number->getSExtValue()) + ".";
  return name + function.getName().str();
}

/// The function that is truncated, if it and the format are plain to see.
Function *truncatedBy(const CallBase &call) {
  auto *function = call.arg_size() == 0
                       ? nullptr
                       : dyn_cast<Function>(call.getArgOperand(0)->stripPointerCastsAndAliases());
  bool isPlain = function && !function->isVarArg() && isa<CallInst>(call) &&
                 all_of(drop_begin(call.args()),
                        [](const Use &argument) { return isa<ConstantInt>(argument); });
  return isPlain ? function : nullptr;
}

Function *wrapperFor(CallBase &call, Function &function) {
  std::string name = nameOf(call, function);
  if (Function *known = function.getParent()->getFunction(name))
    return known;
  auto *wrapper = Function::Create(function.getFunctionType(), GlobalValue::InternalLinkage, name,
                                   *function.getParent());
  SmallVector<AttributeSet, 8> parameters;
  for (unsigned i = 0; i < function.arg_size(); ++i)
    parameters.push_back(function.getAttributes().getParamAttrs(i));
  auto attributes = AttributeList::get(function.getContext(), AttributeSet(),
                                       function.getAttributes().getRetAttrs(), parameters);
  wrapper->setAttributes(attributes);
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "entry", wrapper));
  Instruction *pointer = builder.Insert(call.clone());
  pointer->setDebugLoc(DebugLoc());
  SmallVector<Value *, 8> arguments;
  for (Argument &argument : wrapper->args())
    arguments.push_back(&argument);
  CallInst *result = builder.CreateCall(function.getFunctionType(), pointer, arguments);
  result->setCallingConv(function.getCallingConv());
  result->setAttributes(attributes);
  if (result->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(result);
  return wrapper;
}

/// Is this the argument by which a request names its function?
bool isTarget(const Use &use) {
  auto *call = dyn_cast<CallBase>(use.getUser());
  std::optional<Family> family = call ? familyOf(*call) : std::nullopt;
  if (!family || !isRequest(*family) || !call->isArgOperand(&use))
    return false;
  unsigned first = call->paramHasAttr(0, Attribute::StructRet) ? 1 : 0;
  return call->getArgOperandNo(&use) == first;
}

} // namespace

void nameTruncatedTargets(Module &module) {
  for (CallBase *call : truncationsIn(module)) {
    Function *function = truncatedBy(*call);
    if (!function || !call->getType()->isPointerTy())
      continue;
    promoteResult(*call);
    for (Use &use : make_early_inc_range(call->uses()))
      if (isTarget(use))
        use.set(wrapperFor(*call, *function));
  }
}

bool roundsNumbers(ArrayRef<Function *> functions) {
  return any_of(functions, [](const Function *function) {
    return any_of(instructions(*function), [](const Instruction &at) {
      auto *call = dyn_cast<CallBase>(&at);
      const Function *callee = call ? call->getCalledFunction() : nullptr;
      return callee &&
             is_contained({nameOf(Runtime::Round), nameOf(Runtime::RoundQuad)}, callee->getName());
    });
  });
}

} // namespace enzyme
