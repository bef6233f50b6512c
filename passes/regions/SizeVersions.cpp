//===- SizeVersions.cpp ---------------------------------------------------===//
#include "regions/SizeVersions.h"
#include "limits/regions.h"
#include "support/CopyBlocks.h"
#include "support/LoopForm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {

/// How many iterations the loop has, in 64 bits; null if that is not known in front of it.
static const SCEV *iterationsOf(Loop &loop, ScalarEvolution &evolution) {
  const SCEV *taken = evolution.getBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(taken) || evolution.getTypeSizeInBits(taken->getType()) > 64)
    return nullptr;
  Type *word = Type::getInt64Ty(loop.getHeader()->getContext());
  return evolution.getAddExpr(evolution.getNoopOrZeroExtend(taken, word), evolution.getOne(word));
}

bool canChooseBySize(Loop &loop, Analyses &analyses) {
  size_t instructions = 0;
  for (const BasicBlock *block : loop.blocks())
    instructions += block->size();
  const SCEV *iterations = iterationsOf(loop, analyses.scalarEvolution());
  return instructions <= limits::instructionsOfVersions && iterations &&
         SCEVExpander(analyses.scalarEvolution(), "iterations")
             .isSafeToExpandAt(iterations, loop.getLoopPreheader()->getTerminator());
}

/// Would more be kept than there is room for? Of a loop that does not run, and of numbers that
/// overflow, either answer will do.
static Value *emitTest(Loop &loop, const ReplayTerms &terms, ScalarEvolution &evolution) {
  Instruction *at = loop.getLoopPreheader()->getTerminator();
  IRBuilder<> builder(at);
  Type *word = builder.getInt64Ty();
  SCEVExpander expander(evolution, "iterations");
  Value *iterations = expander.expandCodeFor(iterationsOf(loop, evolution), word, at);
  for (Instruction *inserted : expander.getAllInsertedInstructions())
    inserted->dropPoisonGeneratingFlags();
  Value *bytes = ConstantInt::get(word, 0);
  for (auto &[object, how] : terms.copied)
    bytes = builder.CreateAdd(bytes, how.bytes);
  Value *factor = ConstantInt::get(word, divideCeil(terms.arraysKept, terms.copied.size()));
  Value *kept = builder.CreateMul(builder.CreateMul(bytes, factor), iterations);
  Value *isMore = builder.CreateICmpUGT(kept, ConstantInt::get(word, terms.mostBytesKept));
  return builder.CreateFreeze(isMore, "runs.again");
}

void chooseBySize(BasicBlock &header, const ReplayTerms &terms) {
  Function &function = *header.getParent();
  Analyses analyses(function);
  Loop &loop = *analyses.loopInfo().getLoopFor(&header);
  BasicBlock *before = loop.getLoopPreheader();
  Value *isMore = emitTest(loop, terms, analyses.scalarEvolution());
  SmallVector<BasicBlock *, 32> blocks{SplitBlock(before, before->getTerminator())};
  blocks.front()->setName(before->getName() + ".again");
  for (BasicBlock &block : function) // the function's order
    if (loop.contains(&block))
      blocks.push_back(&block);
  BasicBlock *kept = copyBlocks(blocks, ".kept").front();
  before->getTerminator()->eraseFromParent();
  IRBuilder<>(before).CreateCondBr(isMore, blocks.front(), kept);
  bringLoopsIntoForm(function);
  for (Instruction &instruction : instructions(function)) // as prepared functions have them
    if (!instruction.hasName() && !instruction.getType()->isVoidTy())
      instruction.setName(instruction.getOpcodeName());
}

} // namespace enzyme
