//===- OpenTapes.cpp - tapes that loops need not open again and again -------===//
//
//   enzyme_rt_mark(own)                         enzyme_rt_mark(own)
//   for (…) {                                   if (!own.chunk) enzyme_rt_alloc(0)
//     enzyme_rt_mark(inner)                     for (…) {
//     … enzyme_rt_alloc(n) …             ->       …
//     enzyme_rt_release(inner)                  }
//   }                                           enzyme_rt_release(own)
//   enzyme_rt_release(own)
//
// A release to where the thread's tape held nothing gives back its memory, and the next
// allocation takes it again. Where iterations have sweeps of their own and what is around them
// keeps nothing, that is once an iteration. Something is kept ahead of the loop, so that it is
// once.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned chunkWord = 1; // of a mark (enzyme/runtime.h)

/// The call of `mark` with which the sweep of `function` begins; null if it has none, or if no loop
/// calls `mark` or a function that does.
CallInst *markAheadOfLoops(Function &function, const Function &mark,
                           const SmallPtrSet<const Function *, 16> &markers) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  CallInst *own = nullptr;
  bool isInLoops = false;
  for (Instruction &at : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&at);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    bool isMark = callee == &mark;
    if (!callee || !(isMark || markers.contains(callee)))
      continue;
    if (loops.getLoopFor(at.getParent()))
      isInLoops = true;
    else if (isMark && !own)
      own = dyn_cast<CallInst>(call);
  }
  return isInLoops ? own : nullptr;
}

/// If nothing was open when the mark `own` was taken.
void openBehind(CallInst &own, Function &allocate) {
  BasicBlock::iterator behind = std::next(own.getIterator());
  for (Instruction &at : make_early_inc_range(make_range(behind, own.getParent()->end())))
    if (auto *variable = dyn_cast<AllocaInst>(&at); variable && variable->isStaticAlloca())
      variable->moveBefore(own.getIterator()); // where variables of the function stay
  IRBuilder<> builder(own.getNextNode());
  Type *pointer = builder.getPtrTy();
  Value *chunk = builder.CreateLoad(
      pointer, builder.CreateConstInBoundsGEP1_64(pointer, own.getArgOperand(0), chunkWord));
  Value *isClosed = builder.CreateIsNull(chunk);
  builder.SetInsertPoint(
      SplitBlockAndInsertIfThen(isClosed, &*builder.GetInsertPoint(), /*Unreachable=*/false));
  builder.CreateCall(&allocate, builder.getInt64(0));
}

} // namespace

void openTapesAheadOfLoops(Function &mark, Function &allocate) {
  SmallPtrSet<const Function *, 16> markers;
  for (const User *user : mark.users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledFunction() == &mark)
      markers.insert(call->getFunction());
  for (Function &function : *mark.getParent())
    if (markers.contains(&function))
      if (CallInst *own = markAheadOfLoops(function, mark, markers))
        openBehind(*own, allocate);
}

} // namespace enzyme
