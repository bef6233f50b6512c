//===- SumResults.cpp -----------------------------------------------------===//
#include "parallel/SumResults.h"
#include "memory/Updates.h"
#include "parallel/Captures.h"
#include "parallel/Reductions.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace enzyme {

/// All that the region does with what `parameter` leads to: additions of which it wants no result.
static std::optional<SmallVector<AtomicRMWInst *, 2>> additionsThrough(Argument &parameter) {
  SmallVector<Use *, 8> uses;
  if (!followAddress(parameter, uses))
    return std::nullopt;
  SmallVector<AtomicRMWInst *, 2> additions;
  SetVector<BasicBlock *> unwanted = blocksOfOtherForm(*parameter.getParent());
  for (Use *use : uses) {
    auto *at = cast<Instruction>(use->getUser());
    auto *addition = dyn_cast<AtomicRMWInst>(at);
    if (addition && use->getOperandNo() == AtomicRMWInst::getPointerOperandIndex() &&
        isSum(*addition) && addition->use_empty() && !addition->isVolatile())
      additions.push_back(addition);
    else if (at->use_empty() && isa<LoadInst>(at)) // flang's, of what it reduces to
      continue;
    else if (!isa<LoadInst, StoreInst>(at) || !unwanted.contains(at->getParent()))
      return std::nullopt;
  }
  return additions;
}

std::optional<TeamSum> sumThrough(CallInst &fork, Function &region, unsigned index) {
  auto *variable = dyn_cast<AllocaInst>(fork.getArgOperand(index + 1));
  Argument &parameter = *region.getArg(index);
  if (!variable || !isOnlyHandedTo(*variable, fork, parameter))
    return std::nullopt;
  Type *type = variable->getAllocatedType();
  auto additions = additionsThrough(parameter);
  bool isOne = (type->isFloatTy() || type->isDoubleTy()) && !variable->isArrayAllocation() &&
               additions && !additions->empty() &&
               all_of(*additions, [&](AtomicRMWInst *at) { return at->getType() == type; });
  if (!isOne)
    return std::nullopt;
  return TeamSum{index, variable, type, std::move(*additions)};
}

Type *resultFor(ArrayRef<TeamSum> sums, LLVMContext &context) {
  if (sums.empty())
    return Type::getVoidTy(context);
  if (sums.size() == 1)
    return sums.front().type;
  SmallVector<Type *, 2> types;
  for (const TeamSum &sum : sums)
    types.push_back(sum.type);
  return StructType::get(context, types);
}

AllocaInst *makeOwn(TeamSum &sum, IRBuilderBase &entry) {
  sum.own = entry.CreateAlloca(sum.type, nullptr, sum.variable->getName());
  entry.CreateStore(ConstantFP::getNegativeZero(sum.type), sum.own); // x + -0 is x
  return sum.own;
}

void returnSums(ArrayRef<TeamSum> sums, ValueToValueMapTy &map, ArrayRef<ReturnInst *> returns) {
  if (sums.empty())
    return;
  for (const TeamSum &sum : sums)
    for (AtomicRMWInst *original : sum.additions) {
      auto *atomic = cast<AtomicRMWInst>(map[original]);
      IRBuilder<> builder(atomic);
      Value *before = builder.CreateLoad(sum.type, sum.own), *more = atomic->getValOperand();
      bool isPlus = atomic->getOperation() == AtomicRMWInst::FAdd;
      builder.CreateStore(
          isPlus ? builder.CreateFAdd(before, more) : builder.CreateFSub(before, more), sum.own);
      atomic->eraseFromParent();
    }
  for (ReturnInst *end : returns) {
    IRBuilder<> builder(end);
    Value *result = PoisonValue::get(resultFor(sums, end->getContext()));
    for (auto [i, sum] : enumerate(sums)) {
      // What one thread returns says nothing of what the call gives.
      Value *own = builder.CreateUnaryIntrinsic(Intrinsic::arithmetic_fence,
                                                builder.CreateLoad(sum.type, sum.own));
      result = sums.size() == 1 ? own : builder.CreateInsertValue(result, own, unsigned(i));
    }
    builder.CreateRet(result);
    end->eraseFromParent();
  }
}

void addResults(CallInst &call, ArrayRef<TeamSum> sums) {
  IRBuilder<> builder(call.getNextNode());
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  for (auto [i, sum] : enumerate(sums)) {
    Value *more = sums.size() == 1 ? &call : builder.CreateExtractValue(&call, unsigned(i));
    Value *before = builder.CreateLoad(sum.type, sum.variable);
    builder.CreateStore(builder.CreateFAdd(before, more), sum.variable);
  }
}

} // namespace enzyme
