//===- Instrument.cpp - functions one by one, and what the module promised --===//
//
// Instrumented code writes memory that the program does not know. What was promised of
// functions and arguments (that they only read, that nothing escapes) is therefore forgotten
// first. A library function with a rule that is called through its address is wrapped in a
// function of the module, which is instrumented as all others are.
//===----------------------------------------------------------------------===//
#include "oracle/Instrument.h"
#include "oracle/Frame.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme::oracle {
namespace {

template <typename Holder> void forgetPromises(Holder &holder, unsigned parameters) {
  for (Attribute::AttrKind kind : {Attribute::Memory, Attribute::Speculatable, Attribute::NoSync})
    holder.removeFnAttr(kind);
  for (unsigned i = 0; i != parameters; ++i)
    for (Attribute::AttrKind kind : {Attribute::ReadOnly, Attribute::ReadNone, Attribute::WriteOnly,
                                     Attribute::Captures, Attribute::NoAlias})
      holder.removeParamAttr(i, kind);
}

void forgetPromises(Module &module) {
  for (Function &function : module) {
    if (!function.isIntrinsic())
      forgetPromises(function, function.arg_size());
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && !isa<IntrinsicInst>(call))
        forgetPromises(*call, call->arg_size());
  }
}

Function *wrapperOf(Function &function) {
  auto *wrapper = Function::Create(function.getFunctionType(), GlobalValue::InternalLinkage,
                                   "oracle.of." + function.getName(), function.getParent());
  wrapper->setAttributes(function.getAttributes());
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", wrapper));
  SmallVector<Value *> arguments;
  for (Argument &argument : wrapper->args())
    arguments.push_back(&argument);
  CallInst *call = builder.CreateCall(&function, arguments);
  call->setAttributes(function.getAttributes());
  function.getReturnType()->isVoidTy() ? builder.CreateRetVoid() : builder.CreateRet(call);
  return wrapper;
}

/// Direct calls, the wrapper's own too, stay as they are.
void wrapWhereAddressIsTaken(Function &function) {
  Function *wrapper = wrapperOf(function);
  SmallVector<CallBase *> direct;
  for (Use &use : function.uses())
    if (auto *call = dyn_cast<CallBase>(use.getUser()); call && call->isCallee(&use))
      direct.push_back(call);
  if (direct.size() == function.getNumUses()) {
    wrapper->eraseFromParent();
    return;
  }
  function.replaceAllUsesWith(wrapper);
  for (CallBase *call : direct)
    call->setCalledOperand(&function);
}

void instrumentOne(Frame &frame, Instruction &instruction) {
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return passCall(frame, *call);
  if (auto *end = dyn_cast<ReturnInst>(&instruction))
    return passReturn(frame, *end);
  if (moveShadow(frame, instruction) || computeTangent(frame, instruction) ||
      followBits(frame, instruction))
    return;
  frame.stopIfActive(instruction, "an instruction that the oracle does not know");
}

/// Their operands' shadows exist when all else is done.
void completePhis(Frame &frame, ArrayRef<PHINode *> phis) {
  for (PHINode *phi : phis) {
    auto *shadow = cast<PHINode>(frame.of(phi));
    for (unsigned i = 0; i != phi->getNumIncomingValues(); ++i)
      shadow->addIncoming(frame.of(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
  }
}

void instrument(Function &function, Interface &runtime) {
  removeUnreachableBlocks(function);
  Frame frame(function, runtime);
  SmallVector<Instruction *> all;
  SmallVector<PHINode *> phis;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    for (Instruction &instruction : *block)
      if (auto *phi = dyn_cast<PHINode>(&instruction))
        phis.push_back(phi);
      else
        all.push_back(&instruction);
  for (PHINode *phi : phis) {
    IRBuilder<> builder(phi);
    frame.set(*phi, builder.CreatePHI(shadowType(phi->getType()), phi->getNumIncomingValues()));
  }
  receiveArguments(frame);
  keepVariadic(frame);
  for (Instruction *instruction : all)
    instrumentOne(frame, *instruction);
  for (Instruction *instruction : all)
    tellOfStep(frame, *instruction);
  completePhis(frame, phis);
}

/// Derivatives, which the compiler made by now, are what is checked; of its functions only
/// those that run the program's own for a check are like the program's.
// structure: allow name-prefix, because the oracle reads finished programs and knows no room
bool isDerivative(const Function &function) {
  StringRef name = function.getName();
  return name.starts_with("enzyme.") && !name.starts_with("enzyme.exact.");
}

/// Calls are told apart by the address of what is called, also where the library has no such
/// function because all callers inline it (members of its instantiated templates).
void keepInlined(Function &function) {
  if (!function.hasAvailableExternallyLinkage())
    return;
  function.setLinkage(GlobalValue::LinkOnceODRLinkage);
  if (function.getParent()->getTargetTriple().supportsCOMDAT())
    function.setComdat(function.getParent()->getOrInsertComdat(function.getName()));
}

} // namespace

void instrument(Module &module) {
  Interface runtime(module);
  forgetPromises(module);
  passRegionsInMemory(module);
  SmallVector<Function *> withRule;
  for (Function &function : module)
    if (hasRule(function))
      withRule.push_back(&function);
  for (Function *function : withRule)
    wrapWhereAddressIsTaken(*function);
  SmallVector<Function *> functions;
  for (Function &function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(Attribute::Naked) &&
        !isDerivative(function))
      functions.push_back(&function);
  for (Function *function : functions) {
    keepInlined(*function);
    instrument(*function, runtime);
  }
}

} // namespace enzyme::oracle
