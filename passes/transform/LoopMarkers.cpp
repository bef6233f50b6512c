//===- LoopMarkers.cpp ------------------------------------------------------===//
//
// A mark stands where every iteration passes and the loop's condition does not: rotating a
// loop makes a copy of its header in front of it.
//===----------------------------------------------------------------------===//
#include "transform/LoopMarkers.h"
#include "checkpoint/Marks.h"
#include "request/Vocabulary.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

/// Where control goes from `block` if nothing is thrown. The pragma makes a condition that
/// never holds, so that it and the loop are one statement.
static BasicBlock *nextOf(BasicBlock &block) {
  if (auto *invoke = dyn_cast<InvokeInst>(block.getTerminator()))
    return invoke->getNormalDest();
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  return branch ? branch->getSuccessor(branch->getNumSuccessors() - 1) : nullptr;
}

/// At least one; what is below zero has another meaning in a mark (Marks.h).
static Value *budgetOf(IRBuilder<> &builder, Value *snapshots) {
  Value *wide = builder.CreateIntCast(snapshots, builder.getInt64Ty(), true);
  return builder.CreateBinaryIntrinsic(Intrinsic::smax, wide, builder.getInt64(1));
}

static Loop *loopBehind(Instruction &pragma, LoopInfo &loops) {
  const Loop *around = loops.getLoopFor(pragma.getParent());
  SmallPtrSet<BasicBlock *, 8> seen;
  for (BasicBlock *block = nextOf(*pragma.getParent()); block && seen.insert(block).second;
       block = nextOf(*block)) {
    Loop *loop = loops.getLoopFor(block);
    if (loop && loop != around && loop->getHeader() == block)
      return loop;
  }
  return nullptr;
}

static BasicBlock &bodyOf(Loop &loop) {
  BasicBlock *header = loop.getHeader();
  if (!loop.isLoopExiting(header))
    return *header;
  auto isBody = [&](BasicBlock *next) { return next != header && loop.contains(next); };
  auto body = find_if(successors(header), isBody);
  return body == succ_end(header) ? *header : **body;
}

void readCheckpoint(CallBase &word, Diagnostics &diagnostics) {
  if (word.arg_size() != 1 || !word.getArgOperand(0)->getType()->isIntegerTy()) {
    diagnostics.refuse(
        refusalAt(word, MessageId::CheckpointArguments, {wordOf(Family::Checkpoint).str()}));
    return;
  }
  DominatorTree dominators(*word.getFunction());
  LoopInfo loops(dominators);
  if (!loops.getLoopFor(word.getParent())) {
    diagnostics.warn(refusalAt(word, MessageId::CheckpointWithoutLoop, {"stands in no loop"}));
    return;
  }
  IRBuilder<> builder(&word);
  markLoop(word, budgetOf(builder, word.getArgOperand(0)));
}

static bool isPragma(const Instruction &at) {
  auto *annotation = dyn_cast<IntrinsicInst>(&at);
  StringRef text;
  return annotation && annotation->getIntrinsicID() == Intrinsic::annotation &&
         getConstantStringInfo(annotation->getArgOperand(1), text) &&
         text == nameOf(Runtime::CheckpointPragma);
}

static void readPragma(IntrinsicInst &pragma, Diagnostics &diagnostics) {
  DominatorTree dominators(*pragma.getFunction());
  LoopInfo loops(dominators);
  Loop *loop = loopBehind(pragma, loops);
  if (!loop) {
    diagnostics.warn(
        refusalAt(pragma, MessageId::CheckpointWithoutLoop, {"is followed by no loop"}));
    return;
  }
  IRBuilder<> builder(&pragma);
  Value *budget = budgetOf(builder, pragma.getArgOperand(0));
  markLoop(*bodyOf(*loop).getFirstInsertionPt(), budget)->setDebugLoc(pragma.getDebugLoc());
}

void readCheckpointPragmas(Module &module, Diagnostics &diagnostics) {
  for (Function &function : module)
    for (Instruction &at : make_early_inc_range(instructions(function)))
      if (isPragma(at)) {
        readPragma(cast<IntrinsicInst>(at), diagnostics);
        at.replaceAllUsesWith(at.getOperand(0));
        at.eraseFromParent();
      }
}

} // namespace enzyme
