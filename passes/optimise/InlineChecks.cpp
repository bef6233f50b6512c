//===- InlineChecks.cpp - call a check only where it may have something to say ===//
//
// enzyme_rt_written(primal, shadow, place), asked at each write through a pointer that may
// be its own shadow, has nothing to say where it is not. Mostly both are one offset from
// two addresses that a loop does not change: LLVM compares those, outside of the loop.
//
//   if (primal == shadow) enzyme_rt_written(primal, shadow, place)
//
// as a small function that LLVM inlines at every -O. Done last, as InlineTape.cpp.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace enzyme {

static Function *makeTest(Module &module, Function &check) {
  Function *test = Function::Create(check.getFunctionType(), GlobalValue::InternalLinkage,
                                    "enzyme.written", module);
  test->addFnAttr(Attribute::AlwaysInline);
  test->addFnAttr(Attribute::NoUnwind);
  LLVMContext &context = module.getContext();
  BasicBlock *entry = BasicBlock::Create(context, "entry", test);
  BasicBlock *asks = BasicBlock::Create(context, "asks", test);
  BasicBlock *done = BasicBlock::Create(context, "done", test);
  IRBuilder<> builder(entry);
  builder.CreateCondBr(builder.CreateICmpEQ(test->getArg(0), test->getArg(1)), asks, done,
                       MDBuilder(context).createUnlikelyBranchWeights());
  builder.SetInsertPoint(asks);
  builder.CreateCall(&check, {test->getArg(0), test->getArg(1), test->getArg(2)});
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
  return test;
}

/// A program may declare its own function of that name.
static bool isOfRuntime(const Function &check) {
  const FunctionType &type = *check.getFunctionType();
  return !type.isVarArg() && type.getReturnType()->isVoidTy() && type.getNumParams() == 3 &&
         all_of(type.params(), [](Type *parameter) { return parameter->isPointerTy(); });
}

void inlineChecks(Module &workshop) {
  Function *check = workshop.getFunction(
      "enzyme_rt_written"); // structure: allow names, because this is the runtime's own
  if (!check || check->use_empty() || !isOfRuntime(*check))
    return;
  SmallVector<CallBase *, 16> calls;
  for (User *user : check->users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == check &&
                                               call->getFunctionType() == check->getFunctionType())
      calls.push_back(call);
  Function *test = makeTest(workshop, *check);
  for (CallBase *call : calls)
    call->setCalledFunction(test);
}

} // namespace enzyme
