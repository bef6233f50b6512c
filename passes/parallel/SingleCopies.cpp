//===- SingleCopies.cpp ---------------------------------------------------===//
#include "parallel/SingleCopies.h"
#include "parallel/Constructs.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {

static bool isCopy(const Instruction &at) { return madeByCompiler(at) == TeamCall::CopyPrivate; }

bool copiesPrivate(const Function &function) { return any_of(instructions(function), isCopy); }

void publishCopies(Function &region, Argument &published) {
  published.addAttr(Attribute::get(region.getContext(), ofAddressesAttribute));
  SmallVector<CallInst *, 4> copies;
  for (Instruction &at : instructions(region))
    if (isCopy(at))
      copies.push_back(cast<CallInst>(&at));
  for (CallInst *copy : copies) {
    Value *own = copy->getArgOperand(3), *isFrom = copy->getArgOperand(5);
    IRBuilder<> builder(copy);
    // What compilers write for a barrier: it is brought into form with the others.
    FunctionCallee barrier = region.getParent()->getOrInsertFunction(
        barrierCall, builder.getVoidTy(), builder.getPtrTy(), builder.getInt32Ty());
    auto wait = [&] {
      builder.CreateCall(barrier, {copy->getArgOperand(0), copy->getArgOperand(1)});
    };
    Instruction *publish = nullptr, *take = nullptr;
    Value *here = builder.CreateICmpNE(isFrom, Constant::getNullValue(isFrom->getType()));
    SplitBlockAndInsertIfThenElse(here, copy->getIterator(), &publish, &take);
    new StoreInst(own, &published, publish->getIterator());
    builder.SetInsertPoint(copy);
    wait();
    Value *from = builder.CreateLoad(builder.getPtrTy(), &published);
    SplitBlockAndInsertIfThenElse(here, copy->getIterator(), &publish, &take);
    builder.SetInsertPoint(take);
    auto *type = FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), builder.getPtrTy()},
                                   /*isVarArg=*/false);
    builder.CreateCall(type, copy->getArgOperand(4), {own, from})->setDebugLoc(copy->getDebugLoc());
    builder.SetInsertPoint(copy);
    wait();
    copy->eraseFromParent();
  }
}

} // namespace enzyme
