//===- InlineTape.cpp - bump the tape without a call ---------------------===//
//
// enzyme_rt_alloc(n) becomes
//
//   top = arena.top; if (arena.limit - top >= n rounded up) arena.top = top + n
//   else the call
//
// as a small function that LLVM inlines at every -O. The layout of `arena` is that
// of runtime/arena.h. Done last: nested differentiation still wants to see calls.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace enzyme {
namespace {

GlobalVariable *arenaOf(Module &module) {
  Type *pointer = PointerType::get(module.getContext(), 0);
  Type *word = Type::getInt64Ty(module.getContext());
  Type *layout = StructType::get(pointer, pointer, pointer, pointer, word);
  auto *arena = cast<GlobalVariable>(module.getOrInsertGlobal("enzyme_rt_arena", layout));
  arena->setThreadLocal(true);
  return arena;
}

Function *makeBump(Module &module, Function &allocate) {
  Function *bump = Function::Create(allocate.getFunctionType(), GlobalValue::InternalLinkage,
                                    "enzyme.tape.bump", module);
  bump->addFnAttr(Attribute::AlwaysInline);
  bump->addFnAttr(Attribute::NoUnwind);
  LLVMContext &context = module.getContext();
  BasicBlock *entry = BasicBlock::Create(context, "entry", bump);
  BasicBlock *fast = BasicBlock::Create(context, "fast", bump);
  BasicBlock *slow = BasicBlock::Create(context, "slow", bump);
  IRBuilder<> builder(entry);
  Value *arena = builder.CreateThreadLocalAddress(arenaOf(module));
  Value *bytes = builder.CreateAnd(builder.CreateAdd(bump->getArg(0), builder.getInt64(15)),
                                   builder.getInt64(~UINT64_C(15)));
  Type *pointer = builder.getPtrTy(), *word = builder.getInt64Ty();
  Value *top = builder.CreateLoad(pointer, arena, "top");
  Value *limit = builder.CreateLoad(
      pointer, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), arena, 8), "limit");
  Value *room =
      builder.CreateSub(builder.CreatePtrToInt(limit, word), builder.CreatePtrToInt(top, word));
  builder.CreateCondBr(builder.CreateICmpUGE(room, bytes), fast, slow,
                       MDBuilder(context).createLikelyBranchWeights());
  builder.SetInsertPoint(fast);
  builder.CreateStore(builder.CreateGEP(builder.getInt8Ty(), top, bytes), arena);
  builder.CreateRet(top);
  builder.SetInsertPoint(slow);
  builder.CreateRet(builder.CreateCall(&allocate, bump->getArg(0)));
  return bump;
}

} // namespace

/// So far the arena was nobody else's memory; now bumps read and write it.
static void admitArenaAccess(Module &workshop) {
  for (Function &function : workshop)
    if (function.isDeclaration() && function.getName().starts_with("enzyme_rt_"))
      function.removeFnAttr(Attribute::Memory);
}

/// void *enzyme_rt_alloc(size_t): a program may declare its own function of that name.
static bool isOfRuntime(const Function &allocate) {
  const FunctionType &type = *allocate.getFunctionType();
  return !type.isVarArg() && type.getNumParams() == 1 && type.getParamType(0)->isIntegerTy(64) &&
         type.getReturnType()->isPointerTy();
}

void inlineTape(Module &workshop) {
  admitArenaAccess(workshop);
  Function *allocate = workshop.getFunction(
      "enzyme_rt_alloc"); // structure: allow names, because this is the runtime's own
  if (!allocate || allocate->use_empty() || !isOfRuntime(*allocate))
    return;
  SmallVector<CallBase *, 16> calls;
  for (User *user : allocate->users())
    if (auto *call = dyn_cast<CallBase>(user);
        call && call->getCalledOperand() == allocate &&
        call->getFunctionType() == allocate->getFunctionType())
      calls.push_back(call);
  Function *bump = makeBump(workshop, *allocate);
  for (CallBase *call : calls)
    call->setCalledFunction(bump);
}

} // namespace enzyme
