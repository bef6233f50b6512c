//===- TeamSums.cpp - sums of a team's threads, gathered by each thread --------===//
//
// Problem: threads that read the same memory add their adjoints to one place, each atomically. On
// x86-64 such an addition takes some 4 ns, also where no two threads meet: half as long as all else
// in loops over tables that all threads read.
//
// Here: in a region that writes nothing that others see, and whose threads go back before they
// meet, nothing but those additions looks at the adjoints. A thread gathers them by pages, in
// numbers of its own, and adds up in the end what it has (rules/openmp/TeamSums.h):
//
//   entry = table + (place / bytes % entries)
//   if (entry.stretch == place, without its number)  entry.own[number] += x
//   else                                             enzyme_rt_sums_add(table, place, x)
//
// Which places: those that parameters lead to, which are older than the region, if all that is done
// through such a parameter are such additions. So neither what a thread has of its own,
// nor what it adds to plainly, is gathered; and the threads must not wait for each other inside,
// as behind a barrier another one may be alone with a place that was shared.
//===----------------------------------------------------------------------===//
#include "rules/openmp/TeamSums.h"
#include "optimise/Optimise.h"
#include "shadow/ThreadSums.h"
#include "support/ReachedFunctions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isSum(const Instruction &at) {
  auto *update = dyn_cast<AtomicRMWInst>(&at);
  return update && update->getOperation() == AtomicRMWInst::FAdd &&
         update->getType()->isDoubleTy() && update->use_empty() &&
         update->getOrdering() == AtomicOrdering::Monotonic && !update->isVolatile() &&
         update->getPointerAddressSpace() == 0;
}

/// May threads wait for each other there, or begin teams?
bool mayWait(const Function &function) {
  return any_of(instructions(function), [](const Instruction &at) {
    auto *call = dyn_cast<CallBase>(&at);
    if (!call || isa<IntrinsicInst>(call))
      return false;
    const Function *callee = call->getCalledFunction();
    return !callee ||
           any_of(sums::waits, [&](StringRef name) { return callee->getName().starts_with(name); });
  });
}

class Gatherer {
public:
  explicit Gatherer(Function &body) : body(body), builder(body.getContext()) {}

  void run() {
    for (Argument &parameter : body.args())
      if (parameter.getType()->isPointerTy())
        collect(parameter);
    DominatorTree dominators(body);
    LoopInfo loops(dominators);
    // Once only, a thread would do no better.
    erase_if(found, [&](const AtomicRMWInst *sum) { return !loops.getLoopFor(sum->getParent()); });
    if (found.empty())
      return;
    declare();
    body.removeFnAttrs(AttributeMask()
                           .addAttribute(Attribute::Memory)
                           .addAttribute(Attribute::NoSync)
                           .addAttribute(Attribute::NoFree));
    builder.SetInsertPoint(&*body.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    table = builder.CreateCall(begin);
    for (AtomicRMWInst *sum : found)
      replace(*sum);
    for (BasicBlock &block : body)
      if (auto *leave = dyn_cast<ReturnInst>(block.getTerminator())) {
        builder.SetInsertPoint(leave);
        builder.CreateCall(end, {table});
      }
  }

private:
  /// All sums through `pointer`, if there is nothing else.
  void collect(Argument &pointer) {
    SmallPtrSet<Value *, 16> seen{&pointer};
    SmallVector<Value *, 16> work{&pointer};
    SmallVector<AtomicRMWInst *, 8> sums;
    for (unsigned i = 0; i != work.size(); ++i) // grows
      for (Use &use : work[i]->uses()) {
        auto *user = cast<Instruction>(use.getUser());
        if (isa<GetElementPtrInst>(user)) {
          if (seen.insert(user).second)
            work.push_back(user);
        } else if (isSum(*user) && use.getOperandNo() == 0) {
          if (!user->hasMetadata(seldomMark))
            sums.push_back(cast<AtomicRMWInst>(user));
        } else if (!isa<PtrToIntInst, ICmpInst>(user)) {
          return;
        }
      }
    found.append(sums);
  }

  void declare() {
    Module &module = *body.getParent();
    Type *pointer = builder.getPtrTy(), *none = builder.getVoidTy();
    begin = module.getOrInsertFunction(sums::begin, pointer);
    add = module.getOrInsertFunction(sums::add, none, pointer, pointer, builder.getDoubleTy());
    end = module.getOrInsertFunction(sums::end, none, pointer);
    for (FunctionCallee callee : {begin, add, end})
      if (auto *function = dyn_cast<Function>(callee.getCallee()))
        function->setDoesNotThrow();
  }

  void replace(AtomicRMWInst &sum) {
    builder.SetInsertPoint(&sum);
    builder.SetCurrentDebugLocation(sum.getDebugLoc());
    Value *place = sum.getPointerOperand(), *number = sum.getValOperand();
    Value *address = builder.CreatePtrToInt(place, builder.getInt64Ty());
    Value *index =
        builder.CreateAnd(builder.CreateLShr(address, Log2_32(sums::bytes)), sums::entries - 1);
    auto *layout = StructType::get(builder.getInt64Ty(), builder.getPtrTy());
    Value *entry = builder.CreateInBoundsGEP(layout, table, index);
    constexpr uint64_t within = sums::bytes - sums::number;
    Value *stretch = builder.CreateLoad(builder.getInt64Ty(), entry);
    Value *isGathered = builder.CreateICmpEQ(stretch, builder.CreateAnd(address, ~within));
    Instruction *own = nullptr, *other = nullptr;
    SplitBlockAndInsertIfThenElse(isGathered, &sum, &own, &other,
                                  MDBuilder(body.getContext()).createLikelyBranchWeights());
    builder.SetInsertPoint(own);
    Value *numbers =
        builder.CreateLoad(builder.getPtrTy(), builder.CreateStructGEP(layout, entry, 1));
    Value *gathered =
        builder.CreateInBoundsGEP(builder.getInt8Ty(), numbers, builder.CreateAnd(address, within));
    Value *old = builder.CreateLoad(number->getType(), gathered);
    builder.CreateStore(builder.CreateFAdd(old, number), gathered);
    builder.SetInsertPoint(other);
    builder.CreateCall(add, {table, place, number});
    sum.eraseFromParent();
  }

  Function &body;
  IRBuilder<> builder;
  SmallVector<AtomicRMWInst *, 8> found;
  FunctionCallee begin, add, end;
  CallInst *table = nullptr;
};

} // namespace

void gatherTeamSums(Module &module) {
  SmallVector<Function *, 4> bodies;
  for (Function &function : module)
    if (!function.isDeclaration() && function.hasFnAttribute(sums::bothSweepsAttribute))
      bodies.push_back(&function);
  for (Function *body : bodies) {
    body->removeFnAttr(sums::bothSweepsAttribute);
    if (none_of(reachedFunctions({body}), [](const Function *function) {
          return !function->isDeclaration() && mayWait(*function);
        }))
      Gatherer(*body).run();
  }
}

} // namespace enzyme
