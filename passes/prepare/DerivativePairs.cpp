//===- DerivativePairs.cpp - function pointers whose shadow is a pair of derivatives ===//
#include "prepare/DerivativePairs.h"
#include "prepare/IndirectCalls.h"
#include "request/FunctionChoices.h"
#include "request/PairRules.h"
#include "rules/gpu/Devices.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

/// In the primal there is none.
Function *question(Module &module) {
  if (Function *known = module.getFunction(questionOfPairs))
    return known;
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::getUnqual(context);
  auto *type = FunctionType::get(Type::getInt1Ty(context), {pointer}, false);
  Function *made = Function::Create(type, GlobalValue::InternalLinkage, questionOfPairs, module);
  made->addFnAttr(Attribute::NoInline);
  made->setDoesNotThrow();
  made->setDoesNotAccessMemory();
  made->setWillReturn();
  IRBuilder<> builder(BasicBlock::Create(context, "", made));
  builder.CreateRet(builder.getFalse());
  return made;
}

/// R throughPair(p, x…) { return p(x…); }, one for each type of function.
Function *callThroughPair(Module &module, FunctionType *type) {
  SmallVector<Type *, 8> parameters{PointerType::getUnqual(module.getContext())};
  append_range(parameters, type->params());
  auto *wanted = FunctionType::get(type->getReturnType(), parameters, false);
  for (Function &function : module)
    if (function.hasFnAttribute(throughPairAttribute) && function.getFunctionType() == wanted)
      return &function;
  Function *made =
      Function::Create(wanted, GlobalValue::InternalLinkage, "enzyme.through.pair", module);
  made->addFnAttr(throughPairAttribute);
  made->addFnAttr(Attribute::NoInline);
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", made));
  SmallVector<Value *, 8> arguments;
  for (Argument &argument : drop_begin(made->args()))
    arguments.push_back(&argument);
  CallInst *call = builder.CreateCall(type, made->getArg(0), arguments);
  call->setMetadata(expandedMark, MDNode::get(module.getContext(), {}));
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  return made;
}

bool isPlain(const Type *type) {
  return type->isVoidTy() || type->isFloatingPointTy() || type->isPointerTy() ||
         type->isIntegerTy();
}

/// Objects hold virtual tables, and those are not built by hand.
bool isFromVirtualTable(const Value &pointer) {
  auto *load = dyn_cast<LoadInst>(&pointer);
  if (!load)
    return false;
  const Value *table = load->getPointerOperand()->stripInBoundsOffsets();
  auto *held = dyn_cast<LoadInst>(table);
  MDNode *tag = held ? held->getMetadata(LLVMContext::MD_tbaa) : nullptr;
  auto *type = tag && tag->getNumOperands() > 1 ? dyn_cast<MDNode>(tag->getOperand(1)) : nullptr;
  auto *name = type ? dyn_cast<MDString>(type->getOperand(0)) : nullptr;
  return held && (!name || name->getString() == "vtable pointer");
}

bool mayHavePair(const CallBase &call) {
  const Value &pointer = *call.getCalledOperand();
  bool isKnown = isa<Constant>(pointer) || call.isInlineAsm() || call.getFunctionType()->isVarArg();
  // The call through the pair is one already, whether or not its metadata is still there.
  bool isThroughPair = call.getFunction()->hasFnAttribute(throughPairAttribute);
  if (isKnown || isThroughPair || !isPlain(call.getType()) || isFromVirtualTable(pointer))
    return false;
  for (unsigned i = 0; i != call.arg_size(); ++i)
    if (!isPlain(call.getArgOperand(i)->getType()) || call.isByValArgument(i) ||
        call.paramHasAttr(i, Attribute::StructRet))
      return false;
  return true;
}

} // namespace

bool divertToPair(CallBase &call) {
  if (!mayHavePair(call))
    return false;
  Module &module = *call.getModule();
  Value *pointer = call.getCalledOperand();
  IRBuilder<> builder(&call);
  CallBase *other = divertCall(call, builder.CreateCall(question(module), pointer));
  if (isForDevice(module)) { // a pair's functions are called as hosts call theirs
    refuseAtRunTime(*other, "the shadow of a function pointer is a pair of derivatives, which "
                            "devices do not call");
    return true;
  }
  Function *through = callThroughPair(module, call.getFunctionType());
  SmallVector<Value *, 8> arguments{pointer};
  append_range(arguments, other->args());
  builder.SetInsertPoint(other);
  CallBase *made = nullptr;
  if (auto *invoke = dyn_cast<InvokeInst>(other))
    made =
        builder.CreateInvoke(through, invoke->getNormalDest(), invoke->getUnwindDest(), arguments);
  else
    made = builder.CreateCall(through, arguments);
  made->setDebugLoc(call.getDebugLoc());
  made->setMetadata(candidateMark, MDNode::get(module.getContext(), {}));
  other->replaceAllUsesWith(made);
  other->eraseFromParent();
  return true;
}

bool asksForPair(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->getName() == questionOfPairs;
}

} // namespace enzyme
