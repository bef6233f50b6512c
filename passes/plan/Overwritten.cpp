//===- Overwritten.cpp ---------------------------------------------------===//
//
// A load may be repeated in the reverse sweep when no write that can run after it
// may touch its memory (memory/Writes.h). "After" includes later iterations. (Where
// stores only go ahead, LaterWrites.h knows it.) Frees do not count: they are deferred.
//
// In split mode the caller runs between the sweeps: memory that outlives the call
// counts as changed unless the key says it is not.
//===----------------------------------------------------------------------===//
#include "plan/Overwritten.h"
#include "limits/plan.h"
#include "regions/Iterations.h"
#include "support/Mutation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace enzyme {

Overwritten::Overwritten(const ShadowedPrimal &primal)
    : primal(primal), analyses(*primal.prepared), later(analyses),
      writes(*primal.prepared, analyses), between(primal.key, *primal.activity, writes),
      messages(primal) {
  for (const Argument &parameter : primal.prepared->args())
    if (primal.key.runsAgain && parameter.hasAttribute(copiedAttribute))
      leftOut.insert_range(lastWrites(parameter));
}

Overwritten::Answer Overwritten::ask(const LoadInst &load) {
  auto [answer, isNew] = answers.try_emplace(&load);
  if (!isNew || ((load.isVolatile() || load.isAtomic()) && !mutation::breaks("unchanged.special")))
    return answer->second;
  // The shadow of an address may lie where an adjoint does once a sweep went back; there may be
  // another.
  bool isAgain =
      primal.key.mode == Mode::ReverseAugmented && primal.types->carriesPointer(load) &&
      !isa<AllocaInst, Argument, GlobalVariable>(getUnderlyingObject(load.getPointerOperand(), 0));
  if (isAgain || between.mayChange(*load.getPointerOperand()))
    return answer->second;
  if (load.hasMetadata(LLVMContext::MD_invariant_load))
    return answers[&load] = {false};
  const Instruction *write = writes.firstChange(load, [&](const Instruction &other) {
    if (leftOut.contains(&other))
      return true;
    // const_cast: the function is the plan's to ask about; nothing changes
    return later.areElsewhere(const_cast<LoadInst &>(load), const_cast<Instruction &>(other)) ||
           messages.leave(*load.getPointerOperand(), other);
  });
  return answers[&load] = {write && !mutation::breaks("unchanged", *write), write};
}

/// Do `a` and `b`, of the header of a loop, always lead into different objects: buffers that go
/// round, from one iteration to the next?
static bool areExchanged(const PHINode &a, const PHINode &b, const Loop &loop, AAResults &aliases) {
  const BasicBlock *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  SmallSetVector<const PHINode *, 4> buffers;
  buffers.insert(&a);
  buffers.insert(&b);
  SmallPtrSet<const Value *, 4> next;
  for (size_t i = 0; i != buffers.size(); ++i) {
    auto *later = dyn_cast<PHINode>(buffers[i]->getIncomingValueForBlock(latch));
    if (!later || later->getParent() != loop.getHeader() ||
        buffers.size() > limits::buffersExchanged ||
        (!next.insert(later).second && !mutation::breaks("unchanged.exchanged", "twice")))
      return false;
    buffers.insert(later);
  }
  auto firstOf = [&](const PHINode *buffer) {
    return MemoryLocation::getBeforeOrAfter(buffer->getIncomingValueForBlock(before));
  };
  for (const PHINode *one : buffers)
    for (const PHINode *other : buffers)
      if (one != other && !aliases.isNoAlias(firstOf(one), firstOf(other)) &&
          !mutation::breaks("unchanged.exchanged", "begin"))
        return false;
  return true;
}

/// The same, of what both accesses lead to in one iteration of a loop around `inner`.
static bool areExchanged(const Value *read, const Value *written, const Loop &inner,
                         Analyses &analyses) {
  auto *a = written ? dyn_cast<PHINode>(getUnderlyingObject(read, 0)) : nullptr;
  auto *b = a ? dyn_cast<PHINode>(getUnderlyingObject(written, 0)) : nullptr;
  const Loop *loop = b ? analyses.loopInfo().getLoopFor(b->getParent()) : nullptr;
  return loop && a != b && a->getParent() == b->getParent() &&
         loop->getHeader() == b->getParent() && loop != &inner && loop->contains(&inner) &&
         loop->getLoopPreheader() && loop->getLoopLatch() &&
         areExchanged(*a, *b, *loop, analyses.aliases());
}

/// Does `write` only come to places that `load` has read before, in an earlier iteration or in the
/// same one? Both go on by the same whole number of places.
bool Overwritten::comesBehind(const Instruction &write, const LoadInst &load, const Loop &loop) {
  auto *store = dyn_cast<StoreInst>(&write);
  const DataLayout &layout = load.getDataLayout();
  if (!store || !store->isSimple() || !load.isSimple())
    return false;
  TypeSize size = layout.getTypeStoreSize(load.getType());
  ScalarEvolution &evolution = analyses.scalarEvolution();
  auto addressOf = [&](const Instruction &access) {
    const Value *place = getLoadStorePointerOperand(&access);
    // const_cast: the function is the plan's to ask about; nothing changes
    auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(const_cast<Value *>(place)));
    return address && address->getLoop() == &loop && address->isAffine() ? address : nullptr;
  };
  const SCEVAddRecExpr *written = addressOf(*store), *read = addressOf(load);
  auto *step = read ? dyn_cast<SCEVConstant>(read->getStepRecurrence(evolution)) : nullptr;
  if (!written || !step || written->getStepRecurrence(evolution) != step ||
      size != layout.getTypeStoreSize(store->getValueOperand()->getType()) || size.isScalable() ||
      step->getAPInt().abs().ult(size.getFixedValue()))
    return false;
  auto distance = evolution.computeConstantDifference(written->getStart(), read->getStart());
  if (!distance || !distance->srem(step->getAPInt()).isZero())
    return false;
  if (mutation::breaks("shifted-load", "ahead"))
    return true;
  return distance->isZero() ? analyses.dominators().dominates(&load, store)
                            : distance->isNegative() != step->getAPInt().isNegative();
}

bool Overwritten::isWrittenIn(const Loop &loop, const LoadInst &load, bool alsoWhenRead) {
  MemoryLocation read = MemoryLocation::get(&load);
  return any_of(writes.all(), [&](const Instruction *write) {
    return loop.contains(write) && writes.mayTouch(*write, read) &&
           !areExchanged(read.Ptr, writtenPointer(*write), loop, analyses) &&
           !messages.leave(*read.Ptr, *write) && (alsoWhenRead || !comesBehind(*write, load, loop));
  });
}

bool Overwritten::mayChangeAhead(const LoadInst &load) {
  const Loop *loop = analyses.loopInfo().getLoopFor(load.getParent());
  return (!loop || isWrittenIn(*loop, load, /*alsoWhenRead=*/false)) &&
         !mutation::breaks("unchanged.in-loop");
}

SmallVector<const BasicBlock *, 4> Overwritten::loopsWithoutWrites(const LoadInst &load) {
  SmallVector<const BasicBlock *, 4> headers;
  for (const Loop *loop = analyses.loopInfo().getLoopFor(load.getParent());
       loop && (!isWrittenIn(*loop, load, /*alsoWhenRead=*/true) ||
                mutation::breaks("kept-array", "written"));
       loop = loop->getParentLoop())
    headers.push_back(loop->getHeader());
  return headers;
}

} // namespace enzyme
