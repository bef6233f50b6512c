//===- LateMarks.cpp - sweeps that note the tape's end where they begin to use it -===//
//
//   enzyme_rt_mark(own)
//   if (m == 1) {                               if (m == 1) {
//     x̅ += y̅                                      x̅ += y̅
//   } else {                            ->      } else {
//     … enzyme_rt_alloc(n) …                      enzyme_rt_mark(own)
//   }                                             … enzyme_rt_alloc(n) …
//   enzyme_rt_release(own)                      }
//                                               if (it was marked) enzyme_rt_release(own)
//
// Most calls of a recursive function end at once, and keep nothing: what the note costs, and to go
// back to it, is a good part of their time. A call may keep something on the tape unless it is
// known to touch no memory.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace enzyme {
namespace {

bool mayUseTape(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  return call && !isa<IntrinsicInst>(call) &&
         !(call->doesNotAccessMemory() && call->doesNotThrow());
}

/// One function's mark and its releases.
class OwnMark {
public:
  OwnMark(CallInst &mark, const Function &release) : mark(mark), function(*mark.getFunction()) {
    variable = dyn_cast<AllocaInst>(mark.getArgOperand(0));
    for (const User *user : variable ? variable->users() : mark.users()) {
      auto *call = const_cast<CallInst *>(dyn_cast<CallInst>(user)); // of a variable of ours
      bool isRelease = call && call->getCalledFunction() == &release;
      if (isRelease)
        releases.push_back(call);
      isKnown &= isRelease || call == &mark || (call && call->isLifetimeStartOrEnd());
    }
    isKnown &= variable != nullptr;
  }

  /// To where all uses of the tape are behind it, if some releases are not.
  void moveDown() {
    if (!isKnown || releases.empty())
      return;
    DominatorTree dominators(function);
    BasicBlock *place = placeBehindEntry(dominators);
    if (!place || all_of(releases, [&](const CallInst *release) {
          return dominators.dominates(place, release->getParent());
        }))
      return;
    IRBuilder<> builder(variable->getNextNode());
    AllocaInst *flag = builder.CreateAlloca(builder.getInt1Ty(), nullptr, "is.marked");
    builder.SetInsertPoint(&mark);
    builder.CreateStore(builder.getFalse(), flag);
    mark.moveBefore(place->getFirstInsertionPt());
    builder.SetInsertPoint(&mark);
    builder.CreateStore(builder.getTrue(), flag);
    for (CallInst *release : releases) {
      builder.SetInsertPoint(release);
      Value *isMarked = builder.CreateLoad(builder.getInt1Ty(), flag);
      release->moveBefore(
          SplitBlockAndInsertIfThen(isMarked, release->getIterator(), /*Unreachable=*/false)
              ->getIterator());
    }
    dominators.recalculate(function);
    PromoteMemToReg(flag, dominators);
  }

private:
  /// A block that runs once at most, ahead of all that may use the tape; null: only the entry.
  BasicBlock *placeBehindEntry(const DominatorTree &dominators) const {
    BasicBlock *entry = &function.getEntryBlock(), *common = nullptr;
    for (Instruction &at : instructions(function)) {
      if (!mayUseTape(at) || &at == &mark || is_contained(releases, &at) ||
          !dominators.isReachableFromEntry(at.getParent()))
        continue;
      BasicBlock *block = at.getParent();
      common = common ? dominators.findNearestCommonDominator(common, block) : block;
    }
    while (common && common != entry && (common->isEHPad() || mayRunAgain(*common, dominators)))
      common = dominators.getNode(common)->getIDom()->getBlock();
    return common == entry ? nullptr : common;
  }

  static bool mayRunAgain(BasicBlock &block, const DominatorTree &dominators) {
    SmallVector<BasicBlock *, 4> next(successors(&block));
    return !next.empty() && isPotentiallyReachableFromMany(next, &block, nullptr, &dominators);
  }

  CallInst &mark;
  Function &function;
  AllocaInst *variable = nullptr;
  SmallVector<CallInst *, 2> releases;
  bool isKnown = true;
};

} // namespace

void markLate(Function &mark, const Function &release) {
  SmallVector<CallInst *, 16> own;
  for (User *user : mark.users())
    if (auto *call = dyn_cast<CallInst>(user);
        call && call->getCalledFunction() == &mark && call->getParent()->isEntryBlock())
      own.push_back(call);
  for (CallInst *call : own)
    OwnMark(*call, release).moveDown();
}

} // namespace enzyme
