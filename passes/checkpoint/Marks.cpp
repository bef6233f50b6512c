//===- Marks.cpp ----------------------------------------------------------===//
#include "checkpoint/Marks.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral markName = "enzyme.checkpoint.mark",
                               planName = "enzyme.checkpoint.plan";

static Function *silent(Module &module, StringRef name, FunctionType *type) {
  auto *function = cast<Function>(module.getOrInsertFunction(name, type).getCallee());
  function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (Attribute::AttrKind kind : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoFree,
                                   Attribute::NoCallback, Attribute::Convergent})
    function->addFnAttr(kind);
  return function;
}

static bool isCallOf(const Instruction &at, StringRef name) {
  auto *call = dyn_cast<CallInst>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == name;
}

CallInst *markLoop(Instruction &before, Value *budget) {
  IRBuilder<> builder(&before);
  FunctionType *type = FunctionType::get(builder.getVoidTy(), {builder.getInt64Ty()}, false);
  CallInst *call = builder.CreateCall(silent(*before.getModule(), markName, type), {budget});
  call->setConvergent(); // a loop with it in its header is not rotated: it stays in the loop
  return call;
}

bool isLoopMark(const Instruction &at) { return isCallOf(at, markName); }

bool isBudgetOfBytes(const Value &budget) {
  auto *number = dyn_cast<ConstantInt>(&budget);
  return number && number->isNegative();
}

CallInst *writePlan(IRBuilderBase &builder, const CheckpointPlan &plan) {
  Module &module = *builder.GetInsertBlock()->getModule();
  FunctionType *type =
      FunctionType::get(builder.getVoidTy(), {builder.getInt64Ty(), builder.getInt64Ty()}, true);
  SmallVector<Value *, 16> operands{plan.budget, plan.count};
  for (const StatePiece &piece : plan.pieces)
    append_range(operands, std::initializer_list<Value *>{builder.getInt64(uint64_t(piece.kind)),
                                                          piece.memory, piece.bytes, piece.base});
  CallInst *call = builder.CreateCall(silent(module, planName, type), operands);
  for (unsigned i = 0; i != operands.size(); ++i)
    if (operands[i]->getType()->isPointerTy()) {
      call->addParamAttr(i, Attribute::ReadNone);
      call->addParamAttr(i,
                         Attribute::getWithCaptureInfo(module.getContext(), CaptureInfo::none()));
    }
  return call;
}

CheckpointPlan readPlan(Function &checkpointed) {
  CheckpointPlan plan;
  for (Instruction &at : instructions(checkpointed)) {
    auto *call = dyn_cast<CallInst>(&at);
    if (call && isCallOf(*call, planName))
      plan.call = call;
    else if (call && call->getCalledFunction() &&
             call->getCalledFunction()->hasFnAttribute(stepAttribute))
      plan.step = call;
  }
  assert(plan.call && plan.step && "an outlined loop has both");
  plan.budget = plan.call->getArgOperand(0);
  plan.count = plan.call->getArgOperand(1);
  for (unsigned i = 2; i + 3 < plan.call->arg_size(); i += 4)
    plan.pieces.push_back(
        {PieceKind(cast<ConstantInt>(plan.call->getArgOperand(i))->getZExtValue()),
         plan.call->getArgOperand(i + 1), plan.call->getArgOperand(i + 2),
         plan.call->getArgOperand(i + 3)});
  return plan;
}

void dropMarks(Module &module) {
  for (StringRef name : {markName, planName})
    if (Function *function = module.getFunction(name)) {
      for (User *user : make_early_inc_range(function->users()))
        cast<CallInst>(user)->eraseFromParent();
      function->eraseFromParent();
    }
}

void dropMarks(Function &function) {
  for (Instruction &at : make_early_inc_range(instructions(function)))
    if (isCallOf(at, markName) || isCallOf(at, planName))
      at.eraseFromParent();
}

} // namespace enzyme
