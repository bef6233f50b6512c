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

/// The call of `mark` with which `function` begins its sweep; null if it has none.
CallInst *ownMark(Function &function, const Function &mark) {
  for (Instruction &at : function.getEntryBlock())
    if (auto *call = dyn_cast<CallInst>(&at); call && call->getCalledFunction() == &mark)
      return call;
  return nullptr;
}

/// Does some loop of `function` call `mark`, or a function that does?
bool marksInLoops(Function &function, const Function &mark,
                  const SmallPtrSet<const Function *, 16> &markers) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  return any_of(instructions(function), [&](const Instruction &at) {
    auto *call = dyn_cast<CallBase>(&at);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && (callee == &mark || markers.contains(callee)) &&
           loops.getLoopFor(at.getParent());
  });
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
    if (CallInst *own = markers.contains(&function) ? ownMark(function, mark) : nullptr;
        own && marksInLoops(function, mark, markers))
      openBehind(*own, allocate);
}

} // namespace enzyme
