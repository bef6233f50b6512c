//===- ScatterLoops.cpp - new loops beside one that adds to several places --===//
//
// Problem: a loop that is written in another way has iterations in another order, and may be
// written so only if arrays don't overlap.
//
// Here: a loop's counters in any of its iterations, loops of such iterations, and the test in
// front of them.
//===----------------------------------------------------------------------===//
#include "optimise/ScatterLoops.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The first byte that accesses of a range touch in the whole loop, and the one behind the last.
std::pair<Value *, Value *> bytesOf(const TouchedRange &range, SCEVExpander &expander,
                                    IRBuilder<> &builder, const SCEV *count) {
  ScalarEvolution &evolution = *expander.getSE();
  Instruction *before = &*builder.GetInsertPoint();
  const SteadyAccess &access = range.first;
  Value *place = getLoadStorePointerOperand(access.at);
  const SCEV *first = evolution.getSCEV(place), *last = first;
  if (access.address) {
    last = access.address->evaluateAtIteration(
        evolution.getTruncateOrZeroExtend(
            count, before->getDataLayout().getIndexType(access.address->getType())),
        evolution);
    first = access.address->getStart();
    if (access.step < 0)
      std::swap(first, last);
  }
  Value *low = builder.CreatePtrAdd(expander.expandCodeFor(first, place->getType(), before),
                                    builder.getInt64(range.lowest));
  Value *high = builder.CreatePtrAdd(expander.expandCodeFor(last, place->getType(), before),
                                     builder.getInt64(range.highest));
  return {low, high};
}

/// True when the program runs: few iterations, or arrays that overlap.
Value *mustStayWhole(Loop &loop, const Scatter &scatter, ScalarEvolution &evolution,
                     uint64_t fewest) {
  Instruction *before = loop.getLoopPreheader()->getTerminator();
  SCEVExpander expander(evolution, "split");
  IRBuilder<> builder(before);
  const SCEV *count = evolution.getBackedgeTakenCount(&loop);
  Value *iterations = expander.expandCodeFor(count, count->getType(), before);
  Value *result =
      builder.CreateICmpULT(iterations, ConstantInt::get(count->getType(), fewest - 1), "short");
  for (auto [one, other] : scatter.unsure) {
    auto [low, high] = bytesOf(scatter.ranges[one], expander, builder, count);
    auto [otherLow, otherHigh] = bytesOf(scatter.ranges[other], expander, builder, count);
    result = builder.CreateOr(result, builder.CreateAnd(builder.CreateICmpULT(low, otherHigh),
                                                        builder.CreateICmpULT(otherLow, high)));
  }
  return result;
}

} // namespace

ScatterCounters::ScatterCounters(Loop &loop, ScalarEvolution &evolution, Instruction &before) {
  SCEVExpander expander(evolution, "split");
  IRBuilder<> builder(&before);
  const SCEV *count = evolution.getBackedgeTakenCount(&loop);
  trips = builder.CreateNUWAdd(
      builder.CreateZExtOrTrunc(expander.expandCodeFor(count, count->getType(), &before),
                                builder.getInt64Ty()),
      builder.getInt64(1), "trips");
  BasicBlock &body = *loop.getHeader();
  for (PHINode &phi : body.phis()) {
    auto *counted = cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
    const SCEV *step = counted->getStepRecurrence(evolution);
    counters.push_back({&phi, phi.getIncomingValueForBlock(loop.getLoopPreheader()),
                        expander.expandCodeFor(step, step->getType(), &before),
                        counted->hasNoSignedWrap()});
  }
}

void ScatterCounters::map(IRBuilder<> &builder, Value *iteration, ValueToValueMapTy &copies) const {
  for (const Counter &counter : counters) {
    Value *away = builder.CreateMul(builder.CreateZExtOrTrunc(iteration, counter.step->getType()),
                                    counter.step);
    copies[counter.phi] =
        counter.phi->getType()->isPointerTy()
            ? builder.CreatePtrAdd(counter.start, away)
            : builder.CreateAdd(counter.start, away, "", /*HasNUW=*/false, counter.staysSigned);
  }
}

void besideLoop(Loop &loop, const Scatter &scatter, ScalarEvolution &evolution, uint64_t fewest,
                function_ref<BasicBlock *(BasicBlock &)> add) {
  BasicBlock &body = *loop.getHeader();
  BasicBlock *before = loop.getLoopPreheader(), *exit = loop.getExitBlock();
  // before: test -> whole loop, or the new ones; both lead to exit.
  Value *isWhole = mustStayWhole(loop, scatter, evolution, fewest);
  BasicBlock *whole = SplitEdge(before, &body);
  whole->setName(body.getName() + ".whole");
  BasicBlock *first =
      BasicBlock::Create(body.getContext(), body.getName() + ".split", body.getParent(), &body);
  Instruction *jump = before->getTerminator();
  BranchInst::Create(whole, first, isWhole, jump->getIterator());
  jump->eraseFromParent();
  BasicBlock *last = add(*first);
  BranchInst::Create(exit, last);
  for (PHINode &phi : exit->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(&body), last);
}

BasicBlock *addPlacesLoop(Loop &beside, BasicBlock &entry, Value *count,
                          function_ref<void(IRBuilder<> &, Value *)> fill) {
  BasicBlock &body = *beside.getHeader();
  BasicBlock *block =
      BasicBlock::Create(body.getContext(), body.getName() + ".places", body.getParent(), &body);
  BasicBlock *after =
      BasicBlock::Create(body.getContext(), body.getName() + ".next", body.getParent(), &body);
  IRBuilder<> builder(&entry);
  builder.CreateBr(block);
  builder.SetInsertPoint(block);
  PHINode *counter = builder.CreatePHI(builder.getInt64Ty(), 2, "counter");
  counter->addIncoming(builder.getInt64(0), &entry);
  fill(builder, counter);
  Value *next = builder.CreateNUWAdd(counter, builder.getInt64(1));
  counter->addIncoming(next, block);
  builder.CreateCondBr(builder.CreateICmpULT(next, count), block, after);
  return after;
}

} // namespace enzyme
