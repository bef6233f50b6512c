//===- ByteLoops.cpp - loops that copy memory byte by byte -----------------===//
//
//     while (n--) *to++ = *from++;
//
// A byte of a float has no derivative; the memory as a whole has. The loop is a
// memmove unless the destination begins inside the source:
//
//     if (to - from >= n, unsigned) memmove(to, from, n); else the loop
//===----------------------------------------------------------------------===//
#include "prepare/ByteLoops.h"
#include "prepare/Passes.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {
namespace {

class ByteLoop {
public:
  ByteLoop(Loop &loop, ScalarEvolution &evolution) : loop(loop), evolution(evolution) {}

  bool isCopy();
  void replace();

private:
  Loop &loop;
  ScalarEvolution &evolution;
  const SCEV *from = nullptr, *to = nullptr, *count = nullptr;

  bool findMove();
  const SCEV *startOf(Value &pointer) const;
  const SCEV *atExit(PHINode &phi) const;
};

/// Where a pointer starts that advances one byte in each iteration; else null.
const SCEV *ByteLoop::startOf(Value &pointer) const {
  const auto *walk = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&pointer));
  if (!walk || walk->getLoop() != &loop || !walk->isAffine() ||
      !walk->getStepRecurrence(evolution)->isOne())
    return nullptr;
  return walk->getStart();
}

/// The one store of the loop writes the byte that the one load of the loop read.
bool ByteLoop::findMove() {
  StoreInst *store = nullptr;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      if (!instruction.mayHaveSideEffects() && !isa<LoadInst>(instruction))
        continue;
      auto *found = dyn_cast<StoreInst>(&instruction);
      if (!found && isa<LoadInst>(instruction))
        continue;
      if (!found || store || !found->isSimple())
        return false;
      store = found;
    }
  auto *load = store ? dyn_cast<LoadInst>(store->getValueOperand()) : nullptr;
  if (!load || !load->isSimple() || !load->getType()->isIntegerTy(8) || !loop.contains(load))
    return false;
  // Both in every iteration.
  if (load->getParent() != loop.getHeader() || store->getParent() != loop.getHeader())
    return false;
  from = startOf(*load->getPointerOperand());
  to = startOf(*store->getPointerOperand());
  return from && to;
}

/// What a value of the loop is after it; null if that is not known before it.
const SCEV *ByteLoop::atExit(PHINode &phi) const {
  if (!evolution.isSCEVable(phi.getType()))
    return nullptr;
  const SCEV *value = evolution.getSCEVAtScope(
      evolution.getSCEV(phi.getIncomingValueForBlock(loop.getExitingBlock())),
      loop.getParentLoop());
  return evolution.isLoopInvariant(value, &loop) && !isa<SCEVCouldNotCompute>(value) ? value
                                                                                     : nullptr;
}

bool ByteLoop::isCopy() {
  if (!loop.isInnermost() || !loop.getLoopPreheader() || loop.getNumBlocks() != 1 ||
      !loop.getExitingBlock() || !loop.getExitBlock() || !findMove())
    return false;
  const SCEV *taken = evolution.getBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(taken))
    return false;
  Type *word = Type::getInt64Ty(loop.getHeader()->getContext());
  count = evolution.getTripCountFromExitCount(taken, word, &loop);
  SCEVExpander expander(evolution, "byte.loop");
  Instruction *place = loop.getLoopPreheader()->getTerminator();
  auto canExpand = [&](const SCEV *value) { return expander.isSafeToExpandAt(value, place); };
  for (PHINode &phi : loop.getExitBlock()->phis()) {
    const SCEV *value = atExit(phi);
    if (!value || !canExpand(value))
      return false;
  }
  return canExpand(from) && canExpand(to) && canExpand(count);
}

void ByteLoop::replace() {
  BasicBlock *preheader = loop.getLoopPreheader(), *exit = loop.getExitBlock();
  Instruction *place = preheader->getTerminator();
  SCEVExpander expander(evolution, "byte.loop");
  Value *source = expander.expandCodeFor(from, nullptr, place);
  Value *target = expander.expandCodeFor(to, nullptr, place);
  Value *bytes = expander.expandCodeFor(count, nullptr, place);
  SmallVector<std::pair<PHINode *, Value *>, 2> results;
  for (PHINode &phi : exit->phis())
    results.push_back({&phi, expander.expandCodeFor(atExit(phi), phi.getType(), place)});

  BasicBlock *copy =
      BasicBlock::Create(exit->getContext(), "byte.copy", exit->getParent(), loop.getHeader());
  IRBuilder<> body(copy);
  body.SetCurrentDebugLocation(loop.getStartLoc());
  body.CreateMemMove(target, MaybeAlign(1), source, MaybeAlign(1), bytes);
  body.CreateBr(exit);
  for (auto [phi, value] : results)
    phi->addIncoming(value, copy);

  IRBuilder<> builder(place);
  Value *distance = builder.CreateSub(builder.CreatePtrToInt(target, bytes->getType()),
                                      builder.CreatePtrToInt(source, bytes->getType()));
  builder.CreateCondBr(builder.CreateICmpUGE(distance, bytes), copy, loop.getHeader());
  place->eraseFromParent();
}

} // namespace

static bool movesBytes(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    const auto *store = dyn_cast<StoreInst>(&instruction);
    return store && isa<LoadInst>(store->getValueOperand()) &&
           store->getValueOperand()->getType()->isIntegerTy(8);
  });
}

bool nameByteCopies(Function &function) {
  bool hasChanged = movesBytes(function), hasFound = false;
  while (hasChanged) { // the analyses do not outlive a change
    hasChanged = false;
    Passes passes;
    auto &loops = passes.functions.getResult<LoopAnalysis>(function);
    auto &evolution = passes.functions.getResult<ScalarEvolutionAnalysis>(function);
    for (Loop *loop : loops.getLoopsInPreorder()) {
      if (loop->getLoopID() && findOptionMDForLoop(loop, "enzyme.byte.loop"))
        continue;
      ByteLoop bytes(*loop, evolution);
      if (!bytes.isCopy())
        continue;
      addStringMetadataToLoop(loop, "enzyme.byte.loop");
      bytes.replace();
      hasChanged = hasFound = true;
      break;
    }
  }
  return hasFound;
}

} // namespace enzyme
